import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { GrpcDocument, GrpcRunConfig } from '@sonde/schema/check-types/grpc/result.ts'

type GrpcConfig = GrpcRunConfig['request']['grpcConfig']
type Request = Omit<GrpcRunConfig['request'], 'grpcConfig'> & { grpcConfig: Partial<GrpcConfig> }

/** A check with the defaults of the contract, which asks the health service. */
export function grpcConfig({
  request: { grpcConfig: config, ...request } = {},
  ...fields
}: Partial<Omit<GrpcRunConfig, 'request'>> & { request?: Partial<Request> } = {}): GrpcRunConfig {
  return {
    shouldFail: false,
    degradedResponseTime: 10_000,
    maxResponseTime: 20_000,
    ...fields,
    request: {
      url: 'rpc.example.net',
      port: 443,
      ipFamily: 'IPv4',
      skipSSL: false,
      timeout: 60,
      assertions: [],
      ...request,
      grpcConfig: {
        mode: 'HEALTH',
        tls: true,
        metadata: [],
        method: null,
        serviceDefinition: 'REFLECTION',
        protoContent: null,
        message: null,
        service: null,
        ...config,
      },
    },
  }
}

/** An answer of the health service: it serves, and it took so many milliseconds. */
export function grpcDocument(fields: Partial<GrpcDocument> = {}, totalMs = 25.1): GrpcDocument {
  return {
    grpcMode: 'HEALTH',
    host: 'rpc.example.net',
    resolvedIp: '192.0.2.44',
    port: 443,
    grpcMethod: 'grpc.health.v1.Health/Check',
    responseMessage: '{"status":"SERVING"}',
    grpcStatusCode: 0,
    grpcStatusMessage: '',
    healthStatus: 1,
    healthStatusLabel: 'SERVING',
    metadata: [{ key: 'content-type', value: 'application/grpc' }],
    discoveredMethods: [],
    timingPhases: { dns: 1.1, connect: totalMs - 1.1, total: totalMs },
    ...fields,
  }
}

export function assertion(
  source: string,
  comparison: Assertion['comparison'],
  target: string,
  property = '',
): Assertion {
  return { source, property, comparison, target, regex: '' }
}
