import { vitalBounds, type VitalName } from '@sonde/schema/check-types/browser/web-vitals.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { secondDrawing } from '../../check/chart/drawings.ts'
import { limitsInView } from '../../check/chart/scale.ts'
import { TimeChart } from '../../check/chart/time-chart.tsx'
import { previousOfCheck } from '../../check/previous-of-check.ts'
import { runMinutesOf } from '../../check/rhythm.ts'
import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/segments.tsx'
import { StaleWhileLoading } from '../../parts/stale-while-loading.tsx'
import { statsQuery } from '../../resources/check-stats.ts'
import type { OwnChartsProps } from '../chart-kind.ts'
import { StepTimesCard } from '../playwright/step-times-card.tsx'
import { limitsOfVital, shownVitals, vitalLabels } from './vital-words.ts'

const options = shownVitals.map((value) => ({ value, label: value }))

export function OwnCharts(props: OwnChartsProps) {
  return (
    <>
      <StepTimesCard {...props} />
      <VitalsChart {...props} />
    </>
  )
}

/** One of the Web Vitals of the first page over time, with the limits of its grades. */
function VitalsChart({ check, range, isTable, ...zoom }: OwnChartsProps) {
  const [vital, setVital] = useState<VitalName>('LCP')
  const metrics = [`${vital}_p50`, `${vital}_p95`]
  const query = useQuery({
    ...statsQuery(useApi(), {
      checkType: check.checkType,
      checkId: check.id,
      metrics,
      range,
      everyMinutes: runMinutesOf(check, { isByLocation: false }),
    }),
    placeholderData: previousOfCheck(check.id),
  })
  const title = vitalLabels[vital]
  const drawing = useMemo(() => {
    if (query.data === undefined) return null
    const lines = secondDrawing(query.data, { kind: 'lines', title, metrics }, [])
    const values = lines.lines.flatMap((line) => line.values)
    return { ...lines, limits: limitsInView(limitsOfVital(vital, vitalBounds[vital]), values) }
  }, [query.data, vital])
  return (
    <Card
      title="Web Vitals"
      actions={<Segments label="Web Vital" options={options} value={vital} onChange={setVital} />}
    >
      <p className="text-soft mb-2">{title} of the first page</p>
      <StaleWhileLoading query={query} what="the chart">
        {({ window }) =>
          drawing === null ? null : (
            <TimeChart label={title} drawing={drawing} window={window} isTable={isTable} {...zoom} />
          )
        }
      </StaleWhileLoading>
    </Card>
  )
}
