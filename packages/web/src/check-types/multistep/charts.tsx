import type { OwnChartsProps } from '../chart-kind.ts'
import { StepTimesCard } from '../playwright/step-times-card.tsx'

export function OwnCharts(props: OwnChartsProps) {
  return <StepTimesCard {...props} />
}
