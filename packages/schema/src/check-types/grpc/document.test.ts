import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grpcKind } from './kind.ts'
import { metricValuesIn } from '../check-metrics.ts'
import { createValidator } from '../../validation/validator.ts'

const { run } = grpcKind
assert.ok(run)
const validate = createValidator().compile(run.config, { complete: true })

const grpcConfig = {
  mode: 'BEHAVIOR',
  tls: true,
  metadata: [],
  method: 'a.B/C',
  serviceDefinition: 'PROTO_FILE',
  protoContent: 'message',
  message: '{not json',
  service: null,
  encoding: 'PROTOBUF',
  bfbsContent: null,
}
const request = {
  url: 'rpc.example.net',
  port: '443',
  ipFamily: 'IPv4',
  skipSSL: false,
  timeout: 5,
  grpcConfig,
  assertions: [],
}
const config = { request, shouldFail: false, degradedResponseTime: 1, maxResponseTime: 2 }

test('an agent takes a message and a proto file as variables made them: the run tells what is wrong', () => {
  assert.deepEqual(validate(config), [])
})

test('an agent refuses what variables made of a port, a key or a value', () => {
  const paths = (fields: object) =>
    validate({ ...config, request: { ...request, ...fields } }).map(({ path }) => path)
  assert.deepEqual(paths({ port: 'https' }), ['request.port'])
  assert.deepEqual(paths({ grpcConfig: { ...grpcConfig, metadata: [{ key: 'a', value: 'b\nc' }] } }), [
    'request.grpcConfig.metadata.0.value',
  ])
})

test('an attempt has its time, and five seconds for us', () => {
  assert.equal(run.longestAttemptMs(config), 10_000)
  assert.equal(run.longestAttemptMs({ ...config, request: { ...request, timeout: null } }), 65_000)
})

test('a run that measured nothing has a detail that can be kept, however large its check is', () => {
  const metadata = Array.from({ length: 50 }, () => ({ key: 'k', value: 'v'.repeat(8192) }))
  const message = 'm'.repeat(262_144)
  const large = { ...config, request: { ...request, grpcConfig: { ...grpcConfig, metadata, message } } }
  const detail = run.detailOfError(large, 'x'.repeat(20_000))
  assert.deepEqual(createValidator().compile(run.detail, { complete: true })(detail), [])
  assert.ok(JSON.stringify(detail).length < 20_000)
  assert.deepEqual(metricValuesIn('GRPC', detail), { dns: null, connect: null })
  assert.equal(run.targetOf(config), 'rpc.example.net:443')
})
