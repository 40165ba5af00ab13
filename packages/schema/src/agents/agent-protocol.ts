import { Type, type Static } from 'typebox'
import { dayMs } from '@sonde/ground/durations.ts'
import { Nullable, OneOf, Uuid } from '../validation/building-blocks.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { notRunCauses } from '../runs/outcome.ts'
import { mostLiveLines, RunLogLine } from '../runs/run-log.ts'
import { ScriptJob } from './script-job.ts'
import { WireVerdict } from './wire-verdict.ts'

/**
 * What an agent and the service say to each other, over HTTP under `/agent/v1` or inside one process.
 * Runs are renewed, released and reported in batches: an agent holds up to 20,000 of them.
 */

/** Ten retries are the most that a strategy may ask for. */
export const mostAttempts = 11

/** Runs wait in three queues, so that a ping never waits behind a script, nor a script behind a browser. */
export const queueLines = ['uptime', 'script', 'main'] as const
export type QueueLine = (typeof queueLines)[number]

const milliseconds = Type.Integer({ minimum: 0 })
const shortText = Type.String({ maxLength: 500 })
const leaseId = Type.String({ minLength: 1, maxLength: 100 })
/** The service's own, signed description of the run: it knows the run by it even after a restart. */
export const ticket = Type.String({ maxLength: 5_000 })
/** Runs that were handed out together, as the service names them to itself: it is told when all of them are over. */
const parcel = Type.String({ minLength: 1, maxLength: 300 })
/** The parcels of which nothing is open any more once this message is received. Absent in what older agents say. */
const done = Type.Optional(Type.Array(parcel, { maxItems: 1_000 }))
/** Absent in what older agents say, which run no scripts. */
const scriptRuns = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 }))

export const RegisterRequest = Type.Object({
  version: Type.String({ maxLength: 50, pattern: '^\\d+\\.\\d+\\.\\d+' }),
  imageVariant: OneOf(['main', 'dev', 'uptime', 'embedded'] as const),
  name: shortText,
  platform: shortText,
  arch: shortText,
  nodeVersion: shortText,
  checkTypes: Type.Array(OneOf(checkTypeNames), { maxItems: 50 }),
  runtimes: Type.Array(shortText, { maxItems: 50 }),
  engines: Type.Array(shortText, { maxItems: 50 }),
  capabilities: Type.Object({
    icmp: OneOf(['datagram', 'raw', 'system-ping', 'none'] as const),
    ipv6: Type.Boolean(),
    rawSockets: Type.Boolean(),
    /** How scripts are kept apart, and what they may reach; absent in what older agents say. */
    sandbox: Type.Optional(OneOf(['namespaces', 'user', 'landlock', 'process', 'none'] as const)),
    scriptNetwork: Type.Optional(OneOf(['firewall', 'stack', 'open', 'none'] as const)),
    /** What the kernel keeps to a limit for each run with scripts as a whole; absent: the agent watches it. */
    groupLimits: Type.Optional(Type.Array(OneOf(['memory', 'pids', 'cpu'] as const), { maxItems: 3 })),
    /** Those that answered when the agent started them. */
    browsers: Type.Optional(
      Type.Array(Type.Object({ name: shortText, version: shortText }), { maxItems: 20 }),
    ),
    /** For each missing right, what to do about it. */
    missing: Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 20 }),
  }),
  concurrency: Type.Object({
    uptime: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    script: scriptRuns,
    main: Type.Integer({ minimum: 0, maximum: 1_000 }),
  }),
})
export type RegisterRequest = Static<typeof RegisterRequest>

export const RegisterAnswer = Type.Object({
  location: Type.String({ description: 'Slug or code of the location that the key belongs to.' }),
  leaseMs: milliseconds,
  renewMs: milliseconds,
  pollMs: milliseconds,
  heartbeatMs: milliseconds,
  serverTime: milliseconds,
})
export type RegisterAnswer = Static<typeof RegisterAnswer>

const connectivity = Type.Optional(
  OneOf(['online', 'offline', 'unknown'] as const, {
    description: 'Whether the agent has a network connection; unknown if it cannot tell.',
  }),
)

export const LeaseRequest = Type.Object({
  free: Type.Object({
    uptime: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    script: scriptRuns,
    main: Type.Integer({ minimum: 0, maximum: 1_000 }),
    suite: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000,
        description: 'How many of `main` may be check suites; absent: all.',
      }),
    ),
  }),
  connectivity,
})
export type LeaseRequest = Static<typeof LeaseRequest>

/** A certificate that the account shows to servers; `host` may begin with `*.`. */
export const RunCertificate = Type.Object({
  id: Uuid(),
  host: Type.String(),
  cert: Type.String(),
  ca: Nullable(Type.String()),
  key: Nullable(Type.String()),
  passphrase: Nullable(Type.String()),
})
export type RunCertificate = Static<typeof RunCertificate>

/** What a run needs beside its check. Never stored by an agent, and never shown. */
export const RunContext = Type.Object({
  /** Values that must be masked in everything that the run leaves behind. */
  secrets: Type.Array(Type.String()),
  /** Of the location, for checks whose traffic goes through it; null: straight to the target. */
  proxyUrl: Nullable(Type.String()),
  /** In the order in which they were made, the oldest first. */
  clientCertificates: Type.Array(RunCertificate),
})
export type RunContext = Static<typeof RunContext>

export const RunAssignment = Type.Object({
  /** Shared by all attempts of the run. */
  runId: Uuid(),
  attempt: Type.Integer({ minimum: 1, maximum: mostAttempts }),
  leaseId,
  leaseEndsAt: milliseconds,
  ticket,
  /** Absent where the service needs no word of its end. */
  parcel: Type.Optional(parcel),
  checkId: Uuid(),
  checkType: OneOf(checkTypeNames),
  location: Type.String(),
  queue: OneOf(queueLines),
  scheduledAt: milliseconds,
  /** The fields of the check that its probe and its verdict need, with variables filled in. */
  config: Type.Unsafe<unknown>({}),
  /** Absent when the run needs nothing of it. */
  context: Type.Optional(RunContext),
  /** Absent for a run without scripts. */
  script: Type.Optional(ScriptJob),
  /** Somebody asked for the run and will look at it: its result keeps more of what was seen. Absent: nobody did. */
  isRequested: Type.Optional(Type.Boolean()),
  /** Somebody looks on while it runs: what it prints is sent at once. */
  isWatched: Type.Optional(Type.Boolean()),
})
export type RunAssignment = Static<typeof RunAssignment>

const cancel = Type.Array(leaseId, { description: 'Leases of runs to give up.' })

export const LeaseAnswer = Type.Object({
  runs: Type.Array(RunAssignment),
  cancel,
  serverTime: milliseconds,
})
export type LeaseAnswer = Static<typeof LeaseAnswer>

/** Runs that one message may carry. */
export const mostRunsPerMessage = 1_000

export const RenewRequest = Type.Object({
  runs: Type.Array(Type.Object({ leaseId, ticket }), { maxItems: mostRunsPerMessage }),
  done,
})
export type RenewRequest = Static<typeof RenewRequest>

export const RenewAnswer = Type.Object({
  /** Given to another agent meanwhile: drop them. */
  lost: Type.Array(leaseId),
  cancel,
  serverTime: milliseconds,
})
export type RenewAnswer = Static<typeof RenewAnswer>

export const ReleaseRequest = Type.Object({
  runs: Type.Array(Type.Object({ leaseId, ticket }), { maxItems: mostRunsPerMessage }),
})
export type ReleaseRequest = Static<typeof ReleaseRequest>

/** How long it took is checked result by result: one that cannot be true must not cost the others of its message. */
const sentVerdict = Type.Object({
  ...WireVerdict.properties,
  responseTime: Nullable(Type.Number({ minimum: 0 })),
})

export const RunResult = Type.Object({
  runId: Uuid(),
  attempt: Type.Integer({ minimum: 1, maximum: mostAttempts }),
  leaseId,
  ticket,
  checkType: OneOf(checkTypeNames),
  /** By the agent's clock, already corrected by what it knows of the service's. */
  startedAt: milliseconds,
  /** By the monotonic clock. */
  durationMs: Type.Number({ minimum: 0, maximum: dayMs }),
  /** From the end of the attempt to the sending of this message, by the monotonic clock. */
  ageMs: Type.Number({ minimum: 0, maximum: 31_536_000_000 }),
  verdict: sentVerdict,
  notRunCause: Nullable(OneOf(notRunCauses)),
  /** The detail object of the check type, such as `icmpCheckResult`. */
  detail: Type.Unsafe<unknown>({}),
})
export type RunResult = Static<typeof RunResult>

export const ResultsRequest = Type.Object({
  /** The agent's clock, uncorrected: tells how wrong it is. */
  sentAt: milliseconds,
  results: Type.Array(RunResult, { maxItems: mostRunsPerMessage }),
  done,
})
export type ResultsRequest = Static<typeof ResultsRequest>

/**
 * - stored: on the disk, now or by an earlier delivery of the same result.
 * - lost: another agent has the run; this result does not count.
 * - refused: the ticket, the verdict, or the detail of a run that has passed cannot be read; sending it again would not
 *   help. A failure is stored without a detail that cannot be read.
 */
const resultStates = ['stored', 'lost', 'refused'] as const

export const ResultsAnswer = Type.Object({
  /** In the order of the request. */
  states: Type.Array(OneOf(resultStates)),
  serverTime: milliseconds,
})
export type ResultsAnswer = Static<typeof ResultsAnswer>

/**
 * Files that one message may carry, and how long each may be in base64: 1 MiB, and three of them within the longest
 * body that the service reads.
 */
const mostAssetsPerMessage = 3
const longestAsset = 1_400_000

/** Files of an agent that helps to find out why a run failed; sent after the result, which never waits for them. */
const DiagnosticAsset = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,50}\\.[a-z]{1,10}$' }),
  type: OneOf(['pcap', 'report'] as const),
  contentType: Type.String({ maxLength: 100, pattern: '^[a-z]+/[a-z0-9.+-]+$' }),
  /** In base64. */
  content: Type.String({ minLength: 1, maxLength: longestAsset, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
})
export type DiagnosticAsset = Static<typeof DiagnosticAsset>

export const DiagnosticsRequest = Type.Object({
  runId: Uuid(),
  attempt: Type.Integer({ minimum: 1, maximum: mostAttempts }),
  ticket,
  assets: Type.Array(DiagnosticAsset, { minItems: 1, maxItems: mostAssetsPerMessage }),
})
export type DiagnosticsRequest = Static<typeof DiagnosticsRequest>

/** A file of a run with scripts: answered with its bytes, or with 404 when the run of the ticket does not use it. */
export const CodeParams = Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) })
export const CodeHeaders = Type.Object({ 'x-sonde-ticket': ticket })
/** A golden file that a run has made: the body is the file. Refused unless the run was to make such. */
export const GoldenHeaders = Type.Object({
  'x-sonde-ticket': ticket,
  /** The browser that has drawn it, such as `Chromium 145`. */
  'x-made-by': Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9 .]+$' }),
})
export const GoldenAnswer = Type.Object({ key: Type.String({ maxLength: 200 }) })
export type GoldenAnswer = Static<typeof GoldenAnswer>
/** A golden file on its way to the service. */
export type GoldenOrder = { sha256: string; bytes: number; ticket: string; madeBy: string }

/** What a run that somebody watches has printed since the last message about it. */
export const LogRequest = Type.Object({
  runId: Uuid(),
  attempt: Type.Integer({ minimum: 1, maximum: mostAttempts }),
  ticket,
  /** How many lines were sent before: a message that comes twice adds nothing. */
  from: Type.Integer({ minimum: 0, maximum: mostLiveLines }),
  lines: Type.Array(RunLogLine, { minItems: 1, maxItems: mostLiveLines }),
})
export type LogRequest = Static<typeof LogRequest>

export const HeartbeatRequest = Type.Object({
  connectivity,
  draining: Type.Optional(
    Type.Boolean({
      description: 'The agent takes no more runs: a poll of its that is open is answered now.',
    }),
  ),
  leaving: Type.Optional(Type.Boolean({ description: 'The last message of an agent that stops.' })),
})
export type HeartbeatRequest = Static<typeof HeartbeatRequest>

export const HeartbeatAnswer = Type.Object({ serverTime: milliseconds })
export type HeartbeatAnswer = Static<typeof HeartbeatAnswer>

/** An error of the agent's own code, stripped of everything that could name a target or a secret. */
export const AgentEvent = Type.Object({
  message: Type.String({ maxLength: 2_000 }),
  stack: Nullable(Type.String({ maxLength: 10_000 })),
  count: Type.Integer({ minimum: 1 }),
  agentVersion: shortText,
  imageVariant: shortText,
  platform: shortText,
  arch: shortText,
  nodeVersion: shortText,
})
export type AgentEvent = Static<typeof AgentEvent>

export const EventsRequest = Type.Object({ events: Type.Array(AgentEvent, { maxItems: 100 }) })
export type EventsRequest = Static<typeof EventsRequest>
