import { dataCenterLocations } from '../agents/location.ts'
import { Type, type Static } from 'typebox'
import { OneOf, Uuid } from '../validation/building-blocks.ts'
import { grantableRoles } from './role.ts'
import { vendorAddresses } from '../alerts/vendor-addresses.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

function HttpAddress(options: { description: string; default?: string }) {
  return Type.String({ pattern: '^https?://[^\\s/?#]+\\S*$', ...options })
}

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
      description: 'a domain such as status.example.com, that status pages have hosts below',
    }),
  ),
  DASHBOARD_DOMAIN: Type.Optional(
    Type.String({
      maxLength: 189,
      pattern:
        '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
      description: 'a domain such as dashboards.example.com, that dashboards have hosts below',
    }),
  ),
  TRUST_PROXY: Type.Optional(
    Type.String({ description: 'Comma list of addresses or CIDRs of reverse proxies to believe.' }),
  ),
  MAX_CONNECTIONS: Type.Optional(
    Type.Integer({
      minimum: 16,
      maximum: 1_000_000,
      description: 'Connections that the server takes at a time; half of the descriptors unless told.',
    }),
  ),
  MAX_CONNECTIONS_PER_ADDRESS: Type.Optional(
    Type.Integer({
      minimum: 16,
      maximum: 1_000_000,
      description: 'The same from one address; a quarter of all unless told.',
    }),
  ),
  METRICS_ACCESS: OneOf(['loopback', 'token', 'public'] as const, {
    default: 'loopback',
    description:
      'Who may read /metrics: this machine and whoever has the token, only the latter, or anybody.',
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
  SONDE_LOCATION: OneOf(dataCenterLocations, {
    default: 'eu-central-1',
    description: 'Code by which checks name this server where it stands in for an agent.',
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
  DNS_RESOLVERS: Type.String({
    default: '8.8.8.8,1.1.1.1,system',
    description:
      'Comma list of DNS servers, host[:port] or system, that the embedded agent asks for DNS monitors without one of their own.',
  }),
  DENIED_TARGETS: Type.Optional(
    Type.String({
      description:
        'Comma list of IP addresses and CIDR ranges that no check of the embedded agent may look at.',
    }),
  ),
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
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^\\s/?#]+/?(\\?\\S*)?$',
      description: 'smtp:// or smtps:// with a host, such as smtp://user:password@mail.example.com:587',
    }),
  ),
  SMTP_FROM: Type.Optional(
    Type.String({
      pattern: '^([^<>\\r\\n]*<[^<>@\\s]+@[^<>@\\s]+>|[^<>@\\s]+@[^<>@\\s]+)$',
      description: 'an address such as sonde@example.com or Sonde <sonde@example.com>',
    }),
  ),
  SMTP_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'a file with certificates in PEM, of the CA that vouches for the mail server',
    }),
  ),
  SMS_HTTP_URL: Type.Optional(
    HttpAddress({ description: 'http:// or https:// address that takes text messages' }),
  ),
  CALL_HTTP_URL: Type.Optional(HttpAddress({ description: 'http:// or https:// address that takes calls' })),
  TWILIO_ACCOUNT_SID: Type.Optional(Type.String({ pattern: '^\\S+$', description: 'Account of Twilio.' })),
  TWILIO_AUTH_TOKEN: Type.Optional(Type.String({ pattern: '^\\S+$', description: 'Its token.' })),
  TWILIO_FROM: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Number that Twilio sends and calls from.' }),
  ),
  TWILIO_URL: HttpAddress({
    default: vendorAddresses.twilio,
    description: 'http:// or https:// address of the API of Twilio',
  }),
  SLACK_BOT_TOKEN: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'token of a Slack app, without spaces' }),
  ),
  SLACK_API_URL: HttpAddress({
    default: vendorAddresses.slackApi,
    description: 'http:// or https:// address of the API of Slack',
  }),
  PAGERDUTY_URL: HttpAddress({
    default: vendorAddresses.pagerDuty,
    description: 'http:// or https:// address of the Events API of PagerDuty',
  }),
  OPSGENIE_URL: HttpAddress({
    default: vendorAddresses.opsgenieUs,
    description: 'http:// or https:// address of the API of Opsgenie',
  }),
  OPSGENIE_EU_URL: HttpAddress({
    default: vendorAddresses.opsgenieEu,
    description: 'http:// or https:// address of the API of Opsgenie in the EU',
  }),
  ALERT_EGRESS: OneOf(['all', 'public'] as const, {
    default: 'all',
    description: 'Whether alerts may go to internal addresses.',
  }),
  ALERT_EGRESS_ALLOW: Type.Optional(
    Type.String({ description: 'Comma list of internal addresses or CIDRs that alerts may go to anyway.' }),
  ),
  ALERT_BUDGET_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 60,
    description: 'Notifications per channel and minute; more go out in a digest.',
  }),
  ALERT_CLAIM_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 30,
    description: 'How long a server has a notification for itself.',
  }),
  ALERT_CHANNELS_MAX: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 500,
    description: 'Alert channels per account.',
  }),
  ACCOUNT_CREATION: OneOf(['operators', 'owners', 'everybody'] as const, {
    default: 'operators',
    description: 'Who may open further accounts: the owner of the first one, owners of any, or every user.',
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
    description: 'API keys per account, beside those of its users.',
  }),
  MEMBERS_MAX: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 1_000,
    description: 'Members per account, with those who are invited.',
  }),
  OIDC_ISSUER: Type.Optional(
    HttpAddress({ description: 'https:// address of the identity provider, as it names itself' }),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'what the provider calls this service' }),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ minLength: 1, description: 'The secret that the provider has given to it.' }),
  ),
  OIDC_NAME: Type.String({
    minLength: 1,
    maxLength: 60,
    default: 'single sign-on',
    description: 'What people call the provider: "Continue with …".',
  }),
  OIDC_SCOPES: Type.String({
    pattern: '(^|\\s)openid(\\s|$)',
    default: 'openid email profile',
    description: 'a list with spaces, openid among them',
  }),
  OIDC_ACCOUNT: Type.Optional(
    Uuid({ description: 'Account that roles are given in; the first one unless told.' }),
  ),
  OIDC_ROLE_CLAIM: Type.Optional(
    Type.String({ pattern: '^\\S+$', description: 'the claim that roles are read from, such as groups' }),
  ),
  OIDC_ROLES: Type.Optional(
    Type.String({ description: 'Comma list of value=ROLE, by the values of that claim.' }),
  ),
  OIDC_DEFAULT_ROLE: Type.Optional(
    OneOf(grantableRoles, {
      description: 'Role of people who come for the first time; unset: they are invited.',
    }),
  ),
  OIDC_LINK_BY_EMAIL: OneOf(['on', 'off'] as const, {
    default: 'off',
    description: 'Whether a user is recognised by the e-mail address that the provider has verified.',
  }),
  OIDC_TRUST_EMAIL: OneOf(['on', 'off'] as const, {
    default: 'off',
    description: 'Whether addresses count as verified of which the provider does not say so.',
  }),
  OIDC_SESSION_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
    description: 'Hours after which the provider is asked again.',
  }),
  OIDC_ONLY: OneOf(['on', 'off'] as const, {
    default: 'off',
    description: 'Whether passwords let nobody in any more.',
  }),
  LOG_LEVEL: OneOf(logLevels, { default: 'info' }),
})
export type ServerSettings = Static<typeof ServerSettings>
