import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { apiKind } from '@sonde/schema/check-types/api/kind.ts'
import { apiConfig } from '@sonde/schema/testing/api-config.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { withTraceHeaders } from './trace-context.ts'

const runId = '0198c0de-0000-7000-8000-0000000000aa'

function headersOf(config: unknown): unknown {
  const request = isRecord(config) ? config['request'] : null
  return isRecord(request) ? request['headers'] : null
}

suite('the trace context that a request carries', () => {
  test('case 73: it names the trace of the run, the same for each attempt', () => {
    const headers = headersOf(withTraceHeaders(apiConfig(), runId))
    assert.ok(Array.isArray(headers))
    const [traceparent, tracestate] = headers
    assert.match(traceparent.value, /^00-0198c0de0000700080000000000000aa-[0-9a-f]{16}-01$/)
    assert.deepEqual(tracestate, { key: 'tracestate', value: 'sonde=1', locked: false })
    assert.deepEqual(headersOf(withTraceHeaders(apiConfig(), runId)), headers)
  })

  test('case 73: a check that sets it itself is left alone', () => {
    const config = apiConfig({ request: { headers: [{ key: 'TraceParent', value: 'mine', locked: false }] } })
    assert.equal(withTraceHeaders(config, runId), config)
  })

  test('a request with as many headers as group and check may have is one that an agent takes', () => {
    const headers = Array.from({ length: 200 }, (_, nth) => ({ key: `X-${nth}`, value: '', locked: false }))
    const validate = createValidator().compile(apiKind.run.config, { complete: true })
    const config = apiConfig({ request: { headers } })
    assert.deepEqual(validate(withTraceHeaders(config, runId)), [])
  })

  test('what has no headers stays as it is', () => {
    for (const config of [null, {}, { request: {} }]) assert.equal(withTraceHeaders(config, runId), config)
  })
})
