import { Type, type Static } from 'typebox'
import { OneOf, Uuid } from './building-blocks.ts'

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
  TRUST_PROXY: Type.Optional(
    Type.String({ description: 'Comma list of addresses or CIDRs of reverse proxies to believe.' }),
  ),
  CORS_ORIGINS: Type.Optional(
    Type.String({ description: 'Comma list of origins whose pages may call the API.' }),
  ),
  SONDE_DATA_DIR: Type.String({
    minLength: 1,
    default: './data',
    description: 'Folder of the database file and the generated secrets.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'postgres://user:password@host/database',
    }),
  ),
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
    description: 'Whether this process also serves the data-center locations.',
  }),
  SONDE_STATIC_IPS: Type.Optional(
    Type.String({ description: 'JSON: addresses of the probes by location, as /v1/static-ips tells.' }),
  ),
  RETENTION_RAW_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'Days for which every single result is kept.',
  }),
  RETENTION_ROLLUP_DAYS: Type.Integer({
    minimum: 1,
    maximum: 36500,
    default: 760,
    description: 'Days for which hourly and daily figures are kept.',
  }),
  CONNECTIVITY_TARGETS: Type.Optional(
    Type.String({ description: 'Comma list of host or host:port that prove that the network works.' }),
  ),
  USE_OS_DNS_RESOLVER: OneOf(['true', 'false'] as const, {
    default: 'false',
    description: 'Whether the embedded agent resolves names through the operating system.',
  }),
  UPTIME_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 20_000,
    description: 'Runs of uptime monitors that the embedded agent makes at a time.',
  }),
  SONDE_LEASE_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 60,
    description: 'How long an agent may be silent about a run before another one gets it.',
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
    description: 'After how long without a sign of an agent its location counts as unavailable.',
  }),
  LOG_LEVEL: OneOf(logLevels, { default: 'info' }),
})
export type ServerSettings = Static<typeof ServerSettings>
