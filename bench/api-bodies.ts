import { evaluateApi } from '@sonde/verdict/api/evaluate.ts'
import { apiDocument } from '@sonde/verdict/testing/api-run.ts'
import { apiConfig, assertion } from '@sonde/schema/testing/api-config.ts'
import type { Row } from './report.ts'

const rounds = 41

/** What ten assertions on a large body of JSON take, beside parsing it once. In processor time, in turns. */
export function measureApiBodies(): Row[] {
  const items = Array.from({ length: 11_500 }, (_, id) => ({
    id,
    name: `order ${id} of somebody`,
    state: id % 2 === 0 ? 'open' : 'shipped',
    tags: ['a', 'b'],
    total: id * 1.25,
  }))
  const text = JSON.stringify({ items, count: items.length, state: 'up' })
  const body = Buffer.from(text)
  const paths = ['$.state', '$.count', '$.items[0].id', '$.items[11499].name', '$.items[17].tags[1]']
  const assertions = [...paths, ...paths].map((property) =>
    assertion('JSON_BODY', 'NOT_NULL', '', { property }),
  )
  const config = apiConfig({ request: { assertions } })
  const parseMs: number[] = []
  const evaluateMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    parseMs.push(cpuMsOf(() => void JSON.parse(body.toString())))
    const document = apiDocument(200, 100, { body })
    evaluateMs.push(
      cpuMsOf(() => {
        const measured = {
          outcome: { kind: 'answered', document },
          noiseMs: 0,
          hasKernelTimes: false,
        } as const
        const { verdict } = evaluateApi(config, measured)
        if (verdict.kind !== 'passed') throw new Error(`the assertions fail: ${verdict.reason}`)
      }),
    )
  }
  const [parsing, evaluating] = [medianOf(parseMs), medianOf(evaluateMs)]
  const what = `${(body.length / 1e6).toFixed(1)} MB of JSON`
  return [
    { what: `${what}: JSON.parse`, value: parsing, unit: 'ms of CPU', goal: '' },
    { what: `${what}: verdict with 10 assertions`, value: evaluating, unit: 'ms of CPU', goal: '' },
    { what: `${what}: verdict / JSON.parse`, value: evaluating / parsing, unit: '', goal: '<= 1.5' },
  ]
}

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
