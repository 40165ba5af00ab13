import { Type, type Static } from 'typebox'
import { OneOf } from '../validation/building-blocks.ts'

const port = (options: object) => Type.Integer({ minimum: 0, maximum: 65535, ...options })
const text = (description: string) => Type.Optional(Type.String({ description }))

/** The environment of an agent that runs by itself. An absent field has no default: it is unset. */
export const AgentSettings = Type.Object({
  API_KEY: Type.Optional(
    Type.String({
      pattern: '^(pl|dc)_[0-9a-f]{64}$',
      description: 'the key of a location: pl_ or dc_ and 64 lower-case hex digits',
    }),
  ),
  API_KEY_FILE: text('File that holds the key.'),
  SERVICE_URL: Type.String({
    pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
    description: 'http:// or https:// with a host, and without user, password or query',
  }),
  AGENT_NAME: Type.Optional(Type.String({ maxLength: 500, description: 'Name in the list of agents.' })),
  IMAGE_VARIANT: OneOf(['main', 'dev', 'uptime'] as const, {
    default: 'main',
    description: 'Which image this is; the images set it.',
  }),
  JOB_CONCURRENCY: Type.Integer({ default: 1, description: 'Sandboxed runs at a time, 1 to 10.' }),
  UPTIME_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 20_000,
    description: 'Uptime runs at a time.',
  }),
  LOG_LEVEL: Type.String({ default: 'INFO', description: 'DEBUG, LOG, INFO, WARN or ERROR.' }),
  AGENT_HEALTH_PORT: port({
    default: 8081,
    description: 'Port of the health endpoints; 0 takes a free one.',
  }),
  AGENT_METRICS_PORT: Type.Optional(
    port({ description: 'Port of the Prometheus endpoint; 0 takes a free one.' }),
  ),
  SHUTDOWN_TIMEOUT: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    default: 1_830,
    description: 'Seconds that a stopping agent waits for its runs.',
  }),
  WORK_DIR: text('Folder for scratch files.'),
  HTTPS_PROXY: text('Proxy for traffic to the service.'),
  HTTP_PROXY: text('Proxy for traffic to the service.'),
  NO_PROXY: text('Comma list of hosts, suffixes and CIDR ranges that need no proxy.'),
  NODE_EXTRA_CA_CERTS: text('PEM file with further authorities.'),
  NODE_TLS_REJECT_UNAUTHORIZED: Type.String({
    default: '1',
    description: '0 believes every certificate of the service.',
  }),
  USE_OS_DNS_RESOLVER: OneOf(['true', 'false'] as const, {
    default: 'false',
    description: 'Whether names of targets are looked up through the operating system.',
  }),
  DNS_RESOLVERS: Type.String({
    default: '8.8.8.8,1.1.1.1,system',
    description:
      'Comma list of DNS servers, host[:port] or system, for DNS monitors without one of their own.',
  }),
  DENIED_TARGETS: text('Comma list of IP addresses and CIDR ranges that no check of this agent may look at.'),
  DEPENDENCY_CACHE: OneOf(['off', 'service', 'checkly_s3', 'local'] as const, {
    default: 'off',
    description: 'Where the dependencies of test suites are kept.',
  }),
  EXTERNAL_OBSERVABILITY: OneOf(['on', 'true', '1', 'yes', 'off', 'false', '0', 'no'] as const, {
    default: 'on',
    description: 'Whether errors of the agent itself are told to the service.',
  }),
  CONNECTIVITY_TARGETS: text('Comma list of host or host:port that prove that the network works.'),
})
export type AgentSettings = Static<typeof AgentSettings>
