import { scriptSettings } from '../agents/script-settings.ts'
import { dataCenterLocations } from '../agents/location.ts'
import { Type, type Static } from 'typebox'
import { OneOf, Uuid } from '../validation/building-blocks.ts'
import { alertingSettings } from '../alerts/alerting-settings.ts'
import { oidcSettings } from './oidc-settings.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The environment of the server. An absent field has no default: it is unset. */
export const ServerSettings = Type.Object({
  HOST: Type.String({ pattern: '^\\S+$', default: '127.0.0.1', description: 'Address to listen on.' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000, description: 'Port to listen on.' }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#]+$',
      description: 'http:// or https:// with a host, without a path',
    }),
  ),
  STATUS_PAGE_DOMAIN: Type.Optional(
    Type.String({
      maxLength: 189,
      pattern:
        '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
      description: 'a domain such as status.example.com; each status page gets a subdomain of it',
    }),
  ),
  DASHBOARD_DOMAIN: Type.Optional(
    Type.String({
      maxLength: 189,
      pattern:
        '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
      description: 'a domain such as dashboards.example.com; each dashboard gets a subdomain of it',
    }),
  ),
  TRUST_PROXY: Type.Optional(
    Type.String({ description: 'Comma-separated addresses or CIDR ranges of trusted reverse proxies.' }),
  ),
  MAX_CONNECTIONS: Type.Optional(
    Type.Integer({
      minimum: 16,
      maximum: 1_000_000,
      description: 'Most simultaneous connections to the server; by default half of the file descriptors.',
    }),
  ),
  MAX_CONNECTIONS_PER_ADDRESS: Type.Optional(
    Type.Integer({
      minimum: 16,
      maximum: 1_000_000,
      description: 'Most simultaneous connections from one address; by default a quarter of all.',
    }),
  ),
  METRICS_ACCESS: OneOf(['loopback', 'token', 'public'] as const, {
    default: 'loopback',
    description:
      'Who can read /metrics: this machine and holders of the token, only holders of the token, or anybody.',
  }),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      minLength: 20,
      maxLength: 200,
      pattern: '^[\\x21-\\x7e]+$',
      description: '20 to 200 printable characters, no spaces',
    }),
  ),
  CORS_ORIGINS: Type.Optional(
    Type.String({ description: 'Comma-separated origins whose pages can call the API.' }),
  ),
  SONDE_DATA_DIR: Type.String({
    minLength: 1,
    default: './data',
    description: 'Folder of the database file, the files of runs and the generated secrets.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'postgres://user:password@host/database, with commas between several hosts',
    }),
  ),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://[^,/?#]*([/?#]|$)',
      description: 'postgres://user:password@host/database, one host: a replica of DATABASE_URL',
    }),
  ),
  SONDE_SERVER_NAME: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What this server is called in lists and logs. Unset: the name of the machine.',
    }),
  ),
  SONDE_DRAIN_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 300,
    default: 0,
    description:
      'How long a server that is told to stop still answers requests, so that a load balancer notices by /ready.',
  }),
  DATABASE_POOL: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 10,
    description: 'Most connections to PostgreSQL for requests.',
  }),
  RESULTS_PARTITION_HOURS: OneOf(['24', '6', '1'] as const, {
    default: '24',
    description: 'Hours of results in one partition of PostgreSQL, of those that are made from now on.',
  }),
  NATS_URL: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'nats://user:password@host:4222, with commas between the nodes; tls:// to encrypt',
    }),
  ),
  NATS_CREDS_FILE: Type.Optional(
    Type.String({ minLength: 1, description: 'File with the credentials for NATS.' }),
  ),
  NATS_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'File with the authority that signed the certificates of NATS.',
    }),
  ),
  NATS_REPLICAS: Type.Integer({
    minimum: 1,
    maximum: 5,
    default: 3,
    description: 'On how many nodes of NATS each run that waits is kept; 1 where there is one node.',
  }),
  SONDE_ROLES: Type.String({
    default: 'api,scheduler,delivery,agent',
    description:
      'What this server does, with commas between: answer requests (api), schedule checks (scheduler), send alerts (delivery), run the embedded agent (agent). Needs NATS_URL unless it is all of them.',
  }),
  SONDE_ACCOUNT_ID: Type.Optional(Uuid({ description: 'Id of the first account, at first start.' })),
  SONDE_API_KEY: Type.Optional(
    Type.String({
      minLength: 20,
      maxLength: 200,
      pattern: '^[\\x21-\\x7e]+$',
      description: '20 to 200 printable characters, no spaces',
    }),
  ),
  SONDE_ENCRYPTION_KEY: Type.Optional(
    Type.String({
      pattern: '^([0-9A-Fa-f]{64}|[A-Za-z0-9+/_-]{43}=?)$',
      description: '32 bytes as 64 hex digits or base64',
    }),
  ),
  SONDE_EMBEDDED_AGENT: OneOf(['on', 'off'] as const, {
    default: 'on',
    description: 'Whether this server also runs checks, for the data-center locations.',
  }),
  SONDE_LOCATION: OneOf(dataCenterLocations, {
    default: 'eu-central-1',
    description: 'Location code of this server where it stands in for an agent.',
  }),
  SONDE_STATIC_IPS: Type.Optional(
    Type.String({ description: 'JSON: addresses of the probes by location, for /v1/static-ips.' }),
  ),
  RETENTION_RAW_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'Days for which results are kept.',
  }),
  RETENTION_ROLLUP_DAYS: Type.Integer({
    minimum: 1,
    maximum: 36500,
    default: 760,
    description: 'Days for which hourly and daily statistics are kept.',
  }),
  CONNECTIVITY_TARGETS: Type.Optional(
    Type.String({ description: 'Comma-separated hosts or host:port that show whether the network works.' }),
  ),
  USE_OS_DNS_RESOLVER: OneOf(['true', 'false'] as const, {
    default: 'false',
    description: 'Whether the embedded agent resolves names through the operating system.',
  }),
  DNS_RESOLVERS: Type.String({
    default: '8.8.8.8,1.1.1.1,system',
    description:
      'Comma-separated DNS servers, host[:port] or system, for DNS monitors without a name server of their own.',
  }),
  DENIED_TARGETS: Type.Optional(
    Type.String({
      description:
        'Comma-separated IP addresses and CIDR ranges that checks of the embedded agent must not connect to.',
    }),
  ),
  UPTIME_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 20_000,
    description: 'Runs of uptime monitors that the embedded agent executes at a time.',
  }),
  JOB_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 10,
    default: 1,
    description: 'Multistep checks, browser checks and check suites that the embedded agent runs at a time.',
  }),
  ...scriptSettings,
  SONDE_LEASE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 60,
    description: 'How long an agent can be silent about a run before another agent gets it.',
  }),
  SONDE_RENEW_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 20,
    description: 'How often agents renew the leases of their runs.',
  }),
  SONDE_POLL_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'How long an agent waits in one request for runs.',
  }),
  SONDE_QUEUE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 1200,
    default: 360,
    description: 'How long a run waits for an agent before it is dropped.',
  }),
  SONDE_SILENCE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 86_400,
    default: 600,
    description: 'Time without a connected agent after which a location counts as unavailable.',
  }),
  SONDE_DEPLOY_SILENCE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 60,
    description: 'How long a server can be silent about a deployment of code before it counts as failed.',
  }),
  ...alertingSettings,
  ACCOUNT_CREATION: OneOf(['operators', 'owners', 'everybody'] as const, {
    default: 'operators',
    description:
      'Who can create more accounts: the owner of the first account, owners of any account, or every user.',
  }),
  CHECKS_MAX: Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    default: 200_000,
    description: 'Checks per account.',
  }),
  API_KEYS_MAX: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 1_000,
    description: 'Service API keys per account.',
  }),
  MEMBERS_MAX: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 1_000,
    description: 'Members per account, including invites.',
  }),
  SNIPPETS_MB: Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 20,
    description: 'Size of all snippets of an account together, in MB.',
  }),
  ARTIFACTS_GB: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 20,
    description: 'Size of all files of the runs of an account together, in GB; the oldest are deleted first.',
  }),
  ARTIFACTS_GB_BY_TYPE: Type.Optional(
    Type.String({ description: 'Comma-separated limits for files of one type, in GB, such as video=5.' }),
  ),
  ARTIFACTS_DAYS_BY_TYPE: Type.Optional(
    Type.String({
      description:
        'Comma-separated types of files that are kept for fewer days than results, such as video=7,trace=14.',
    }),
  ),
  MAX_CODE_BUNDLE_MB: Type.Integer({
    minimum: 1,
    maximum: 2_000,
    default: 150,
    description: 'Size of one uploaded code bundle, in MB.',
  }),
  CODE_BUNDLES_GB: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 10,
    description:
      'Size of all code bundles of an account together, in GB; those that nothing uses are deleted first.',
  }),
  ARTIFACT_STORE: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#@]+(/[A-Za-z0-9._-]+)+/?$',
      description: 'http:// or https:// address of a bucket, such as https://s3.example.com/bucket',
    }),
  ),
  ARTIFACT_STORE_ACCESS_KEY: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'access key id, without spaces' }),
  ),
  ARTIFACT_STORE_SECRET_KEY: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'secret access key, without spaces' }),
  ),
  ARTIFACT_STORE_REGION: Type.String({
    pattern: '^[A-Za-z0-9-]{1,50}$',
    default: 'us-east-1',
    description: 'Region of the bucket of ARTIFACT_STORE.',
  }),
  ...oidcSettings,
  LOG_LEVEL: OneOf(logLevels, { default: 'info' }),
})
export type ServerSettings = Static<typeof ServerSettings>
