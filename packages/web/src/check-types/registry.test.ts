import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { ChartKind } from './chart-kind.ts'
import { checkTypes, isMakeable } from './registry.ts'

const pairs = checkKinds.map((kind) => {
  assert.ok(isMakeable(kind.checkType))
  return { kind, entry: checkTypes[kind.checkType] }
})

suite('what the screens know about a type is what its schema says:', () => {
  for (const { kind, entry } of pairs) {
    test(kind.checkType, () => {
      const { view } = entry
      assert.equal(view.kind === 'runs' ? view.detailField : undefined, kind.run?.detailField)
      if (view.kind === 'events') return
      const known = new Set(Object.keys(kind.run?.metrics ?? {}))
      for (const metric of metricsIn(view.chart)) {
        assert.ok(known.has(metric), `the chart shows ${metric}, which is no metric of the type`)
      }
    })
  }
})

/** Without how they are aggregated. */
function metricsIn({ time, band, second }: ChartKind): string[] {
  return [time, ...band, ...(second?.metrics ?? [])].map((name) => name.replace(/_(?:avg|min|max)$/, ''))
}

suite('the example of a first monitor is taken by the API:', () => {
  for (const { kind, entry } of pairs) {
    if (entry.first === null) continue
    const { example, requestFor, fields } = entry.first
    test(kind.checkType, () => {
      const request = requestFor(example)
      assert.deepEqual(createValidator().compile(kind.create, { complete: true })({ name: 'x', request }), [])
      for (const field of fields) assert.match(field, /^request\./)
    })
  }
})

suite('the target of a first monitor becomes a request:', () => {
  const cases = [
    ['ICMP', '192.0.2.1', { hostname: '192.0.2.1' }],
    ['URL', 'https://example.com/health', { url: 'https://example.com/health' }],
    ['URL', 'example.com', { url: 'https://example.com' }],
    ['URL', 'http://example.com', { url: 'http://example.com' }],
    ['TCP', 'example.com:22', { hostname: 'example.com', port: 22 }],
    ['TCP', '[2001:db8::1]:22', { hostname: '2001:db8::1', port: 22 }],
    ['TCP', 'example.com', { hostname: 'example.com' }],
    ['DNS', 'example.com', { query: 'example.com', recordType: 'A' }],
    ['SSL', 'example.com', { sslConfig: { hostname: 'example.com' } }],
    ['SSL', 'example.com:8443', { sslConfig: { hostname: 'example.com', port: 8443 } }],
    ['SSL', '2001:db8::1', { sslConfig: { hostname: '2001:db8::1' } }],
  ] as const
  for (const [checkType, target, request] of cases) {
    test(`${checkType} ${target}`, () => {
      assert.deepEqual(checkTypes[checkType].first?.requestFor(target), request)
    })
  }
})
