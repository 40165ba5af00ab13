import { Type, type Static } from 'typebox'
import { OneOf } from '../validation/building-blocks.ts'
import { scriptSettings } from './script-settings.ts'

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
  API_KEY_FILE: text('File that contains the key.'),
  SERVICE_URL: Type.String({
    pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
    description: 'http:// or https:// with a host, and without user, password or query',
  }),
  AGENT_NAME: Type.Optional(Type.String({ maxLength: 500, description: 'Name in the list of agents.' })),
  IMAGE_VARIANT: OneOf(['main', 'dev', 'uptime'] as const, {
    default: 'main',
    description: 'Variant of the image; set by the image.',
  }),
  JOB_CONCURRENCY: Type.Integer({
    default: 1,
    description: 'Multistep checks, browser checks and check suites at a time, 1 to 10.',
  }),
  UPTIME_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 20_000,
    description: 'Uptime runs at a time.',
  }),
  ...scriptSettings,
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
  WORK_DIR: text('Folder for temporary files.'),
  HTTPS_PROXY: text('Proxy for traffic to the service.'),
  HTTP_PROXY: text('Proxy for traffic to the service.'),
  NO_PROXY: text('Comma-separated hosts, suffixes and CIDR ranges that need no proxy.'),
  NODE_EXTRA_CA_CERTS: text('PEM file with additional certificate authorities.'),
  NODE_TLS_REJECT_UNAUTHORIZED: Type.String({
    default: '1',
    description: '0 turns off verification of the certificate of the service.',
  }),
  USE_OS_DNS_RESOLVER: OneOf(['true', 'false'] as const, {
    default: 'false',
    description: 'Whether names of targets are looked up through the operating system.',
  }),
  DNS_RESOLVERS: Type.String({
    default: '8.8.8.8,1.1.1.1,system',
    description:
      'Comma-separated DNS servers, host[:port] or system, for DNS monitors without a name server of their own.',
  }),
  DENIED_TARGETS: text(
    'Comma-separated IP addresses and CIDR ranges that checks of this agent must not connect to.',
  ),
  DEPENDENCY_CACHE: OneOf(['off', 'service', 'checkly_s3', 'local'] as const, {
    default: 'off',
    description: 'Where the dependencies of test suites are kept.',
  }),
  EXTERNAL_OBSERVABILITY: OneOf(['on', 'true', '1', 'yes', 'off', 'false', '0', 'no'] as const, {
    default: 'on',
    description: 'Whether internal errors of the agent are reported to the service.',
  }),
  CONNECTIVITY_TARGETS: text('Comma-separated hosts or host:port that show whether the network works.'),
})
export type AgentSettings = Static<typeof AgentSettings>
