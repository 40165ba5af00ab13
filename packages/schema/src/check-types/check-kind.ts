import type { TObject, TSchema } from 'typebox'
import type { QueueLine } from '../agents/agent-protocol.ts'
import type { SecretPlace } from '../checks/check-secrets.ts'
import type { CheckType } from './check-type.ts'
import type { HistogramFamily } from './histogram.ts'
import type { LongText } from './long-texts.ts'
import type { Metrics } from './metric.ts'

/** All that the API has to know about one type of check. */
export type CheckKind = {
  checkType: CheckType
  /** Its place in the path: `/v1/checks/<segment>`. */
  segment: string
  /** What people call it, with its article: "a TCP monitor". */
  title: string
  article: 'a' | 'an'
  tag: 'Checks' | 'Monitors' | 'Heartbeats'
  /** Body of a create. With its defaults filled in, it is also the shape that is stored. */
  create: TSchema
  /** Body of an update that is read by the letter. */
  update: TSchema
  /** Body of an update that is read leniently. */
  patch: TSchema
  /** A body that its schema has accepted, with names of fields that are only accepted replaced by the stored ones. */
  withStoredNames?(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Fills in fields whose default follows from other fields; `before` is null for a new check. */
  fillDefaults?(check: Record<string, unknown>, before: CheckBefore | null): void
  answers: { v1: TObject; v2: TObject; v3: TObject }
  subMinuteSeconds: readonly number[]
  /** Its figures: the place in the path `/v1/analytics/<segment>/{id}`, and the name of the answer. */
  analytics: { segment: string; answer: string; groupBy: readonly AnalyticsGroup[] }
  /** Where its documents hold secrets, and the request in its results as well: sealed, and masked for readers. */
  secrets: readonly SecretPlace[]
  /** Null for a type that never reaches an agent. */
  run: RunKind | null
  /** For types that wait for pings: each check has a token of its own, and events instead of results. */
  pings?: PingKind
}

/** What was stored, and what an update sent. */
export type CheckBefore = {
  stored: Readonly<Record<string, unknown>>
  sent: Readonly<Record<string, unknown>>
}

export type AnalyticsGroup = 'runLocation' | 'statusCode'

export type PingKind = {
  /** The part of an answer that tells where pings are to be sent. */
  shown(config: Readonly<Record<string, unknown>>, publicUrl: string): Readonly<Record<string, unknown>>
}

/** How checks of a type are run, and what comes of it. */
export type RunKind = {
  /** Of runs without scripts around a request: see `queueOf`. */
  queue: QueueLine
  /** The smallest image whose agents run it. */
  image: 'uptime' | 'main'
  /** The fields of the check that its probe and its verdict need. */
  fields: readonly string[]
  /** What these fields look like. An agent validates them anew, since variables were filled in after they were saved. */
  config: TSchema
  /** Whoever runs a check of this type by a trigger is told how long it took. */
  tellsTimeToTriggers?: true
  /** What its runs need beside the check itself. */
  needs?: RunNeeds
  /** A run is its only attempt, whatever groups say of retries: its tests are repeated by their own runner. */
  isNeverRetried?: true
  /** When an attempt has certainly ended; `config` are the `fields` of a saved check. */
  longestAttemptMs(config: unknown): number
  /** The part of a result that only this type has. */
  detail: TSchema
  /** Where results of the API have it; null in results of other types. */
  detailField: `${string}CheckResult`
  /** What they have there. In the document its name is another than that of `detail`, which is never null. */
  detailAnswer: TSchema
  /** The detail with what is too much of it cut; it has been accepted by `detail`. */
  bound?(detail: unknown): unknown
  /** Texts of the detail that may be long: all of them lies beside the result, and only a single result shows it. */
  longTexts?: readonly LongText[]
  /** Its details have `steps`, as runs of tests have: how long each took is charted. */
  hasSteps?: true
  /** In which form the details of its results are stored. */
  storedAs: 'json' | 'icmp'
  /** The numbers of a result. Details that they are read from have been accepted by `detail`. */
  metrics: Metrics<unknown>
  /** What Prometheus is told of them. */
  histograms: readonly HistogramFamily[]
  /** For types that can be grouped by the status code of the response: null without a response. */
  statusCodeOf?(detail: unknown): number | null
  /** The words of the response beside that code, for alerts. */
  statusTextOf?(detail: unknown): string | null
  /** Values that are no numbers, by name: shown for single runs, never aggregated. */
  textMetrics: readonly TextMetric[]
  /** For types whose owners want to hear when the certificate of a target expires. */
  certificate?: CertificateKind
  /** For types that judge the certificate themselves, so that no channel tells of it a second time: what they saw. */
  ownCertificate?(detail: unknown): { notAfterAt: number } | null
  /** The detail of a run that measured nothing; `config` are the `fields` of a saved check. */
  detailOfError(config: unknown, message: string): unknown
  /**
   * What went wrong in a failed attempt, error by error: they join the error groups of the check. Monitors have none:
   * their failures are told by their results. `reason` is that of the verdict.
   */
  errorsIn?(detail: unknown, reason: string | null): readonly string[]
  /** What the check looks at, in the word that its owner gave. Null rather than an error: no alert may fail for it. */
  targetOf(config: unknown): string | null
}

export type RunNeeds = {
  /** Its traffic goes through the proxy of the location, if that has one. */
  proxy?: true
  /** Its agent must be allowed to send pings. */
  icmp?: true
  clientCertificates?: true
  /** Its request may name one of them by id. */
  namedClientCertificate?: true
  /** A group may add to its request, and templates may call helpers. */
  requestDefaults?: true
  /** Scripts of the check and of its group may run before and after its request. */
  scripts?: true
  /** Its script is a file of tests, which a test runner runs. */
  testFile?: true
  /** It is a whole project, which comes as a bundle of code. */
  suite?: true
  /** Its tests open pages, so that its agent needs a browser. */
  browser?: true
  /** Texts of the request that are addresses: what is filled into them is percent-encoded. */
  addresses?: readonly string[]
}

export type CertificateKind = {
  /** A host, with its port if that is not 443; null when the check depends on no certificate. */
  domainOf(config: unknown): string | null
  /** What the target showed; null when a run got to see none. */
  seenIn(detail: unknown): { fingerprint: string; notAfterAt: number } | null
}

export type TextMetric = { name: string; label: string; valueOf(detail: unknown): string | null }
