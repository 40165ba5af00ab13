import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@sonde/ground/clock.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { RunAssignment, RunContext } from '@sonde/schema/agents/agent-protocol.ts'
import type { SuiteJob } from '@sonde/schema/agents/suite-job.ts'
import type { RunNeeds } from '@sonde/schema/check-types/check-kind.ts'
import { isTestsType, kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { isScripted, type RunScripts, scriptsIn } from '@sonde/schema/check-types/run-scripts.ts'
import { isMaskable } from '@sonde/scrub/secret-forms.ts'
import { findBundle } from '@sonde/store/artifacts/code-bundles.ts'
import { storedGoldenFiles } from '@sonde/store/artifacts/golden-files.ts'
import { openReadableSecrets, openSecrets, type SealedParts } from '@sonde/store/checks/sealed-secrets.ts'
import { noteSecretsWithheld } from '@sonde/store/runs/check-sessions.ts'
import { findRunEnvironment, type RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import { UnreadableSecret } from '@sonde/store/installation/sealer.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { sealedPartsIn, type Run, type TicketedRun } from '../run.ts'
import { certificatesFor } from './client-certificates.ts'
import { RequestTooLarge, substituteText } from '@sonde/schema/variables/substitute.ts'
import { mostSubstitutedCharacters } from '@sonde/schema/variables/substitution-limit.ts'
import { withTraceHeaders } from '../trace-export/trace-context.ts'
import { createAnswerCache } from './answer-cache.ts'
import { builtInOf, deploymentOf, scriptBuiltIns } from './built-in-variables.ts'
import { createContextCache } from './context-cache.ts'
import { type ApiDefaults, withGroupDefaults } from './group-defaults.ts'
import { atEnvironment } from './environment-target.ts'
import { type FilledRun, fillInWith } from './fill-in.ts'
import { isOpenVariable, isSecretVariable, mergeVariables, type Variable } from './run-variables.ts'
import { firstForeignTarget, nameOfTarget, targetsIn, targetOf, withoutLogins } from './run-targets.ts'
import { MissingSnippet, scriptJobOf } from './script-job.ts'
import { credentialsIn } from './url-credentials.ts'

/** What an agent is given of a run: the configuration as its probe is to use it, and what it needs beside that. */
export type ResolvedRun =
  | ({ kind: 'resolved' } & Pick<RunAssignment, 'config' | 'context' | 'script'>)
  /** A secret that cannot be opened, say: the run must not go to its target with half of its request. */
  | { kind: 'unresolvable'; reason: string }

export type VariableResolver = {
  /** Whether the run is given out as it is: most are, and nothing has to be asked for them. */
  isPlain(run: Run): boolean
  /** In the order of the runs. */
  resolve(runs: readonly Run[]): Promise<ResolvedRun[]>
  /** Whether the run may have shown its target something secret, and heard it again. */
  mayShowSecrets(run: TicketedRun): boolean
  /** Notices what has changed since; `resolve` does so by itself. */
  refresh(): Promise<void>
  /**
   * The secrets of the owners of the run, as of the last `refresh`: those that it uses, and others as far as they
   * are few. The same list for the same answer.
   */
  secretsOf(run: TicketedRun): Promise<readonly string[]>
}

const mostKeptSecrets = 5_000
const mostUnusedCharacters = 50_000

export function createVariableResolver(deps: {
  store: Store
  clock: Clock
  log: Logger
  /** The configuration that a run was begun with, where the run does not bring it along. */
  configOf(run: TicketedRun): Promise<SealedParts<unknown> | null>
}): VariableResolver {
  const contextCache = createContextCache(deps)
  const warned = new Set<string>()
  const keptSecrets = createAnswerCache<readonly string[]>(mostKeptSecrets)

  async function refresh(): Promise<void> {
    if (await contextCache.refresh()) keptSecrets.forget()
  }

  /** Of the account, the group and the check, in this order. */
  async function ownersOf(run: TicketedRun): Promise<Variable[][]> {
    const { accountId, checkId, check } = run
    const groupId = check?.groupId ?? null
    return await Promise.all([
      contextCache.ofAccount(accountId),
      groupId === null ? [] : contextCache.ofGroup(accountId, groupId),
      check?.hasOwnVariables === true ? contextCache.ofCheck(accountId, checkId) : [],
    ])
  }

  /** What its group adds to the request; null for most. */
  async function apiDefaultsOf(run: TicketedRun): Promise<ApiDefaults | null> {
    const groupId = run.check?.groupId ?? null
    if (groupId === null || !isUnderDefaults(run)) return null
    return await contextCache.apiDefaultsOf(run.accountId, groupId)
  }

  /** Of the few runs that were started from outside: the others are given out without a question. */
  async function environmentOf({ source, sessionId }: Run): Promise<RunEnvironment | null> {
    if (sessionId === null || !mayHaveEnvironment(source)) return null
    return await findRunEnvironment(deps.store.read, sessionId)
  }

  /** A location of another account cannot be named by a check, so the account is that of the run. */
  async function proxyOf(
    run: Run,
    values: ReadonlyMap<string, string>,
  ): Promise<{ url: string | null; used: string[] }> {
    const [kind, locationId] = run.place.split('/')
    if (needsOf(run).proxy !== true || kind !== 'private' || locationId === undefined) {
      return { url: null, used: [] }
    }
    const template = await contextCache.proxyOf(run.accountId, locationId)
    if (template === null) return { url: null, used: [] }
    const used: string[] = []
    const room = { left: mostSubstitutedCharacters }
    const url = substituteText(template, { values, onUse: (name) => used.push(name), room }, false)
    return { url, used }
  }

  async function resolveOne(run: Run): Promise<ResolvedRun> {
    const needs = needsOf(run)
    const environment = await environmentOf(run)
    const owners = await ownersOf(run)
    const defaults = await apiDefaultsOf(run)
    const own = openSecrets(deps.store.sealer, run.checkId, run)
    const opened = { ...run, config: defaults === null ? own : withGroupDefaults(own, defaults) }
    const filling = { owners, environment, baseUrl: defaults?.url ?? null }
    const isTraced =
      (needs.requestDefaults === true || isTestsType(run.checkType)) &&
      (await contextCache.sendsTraceHeaders(run.accountId))
    const scripts = scriptsIn(run.config)
    if (scripts !== null) return await resolveScripted(opened, { scripts, filling, isTraced })
    const filled = fillIn(opened, filling)
    const { variables, used, mistake, foreign } = filled
    const config = isTraced ? withTraceHeaders(filled.config, run.runId) : filled.config
    if (mistake !== null) return { kind: 'unresolvable', reason: mistake }
    const known =
      needs.clientCertificates === true && environment?.usesCertificates !== false
        ? await contextCache.certificatesOf(run.accountId)
        : []
    const certificates = foreign === null ? certificatesFor(config, known) : []
    if (foreign !== null && (foreign.isStripped || certificatesFor(foreign.complete, known).length > 0)) {
      const { runId } = run
      await deps.store.write((db) => noteSecretsWithheld(db, { runId, host: foreign.host }))
    }
    const secrets = [...[...used].flatMap((name) => secretNamed(name, variables)), ...credentialsIn(config)]
    const context = await contextOf(run, { secrets, clientCertificates: certificates })
    return { kind: 'resolved', config, ...context }
  }

  /** Nothing for a run that needs nothing beside its configuration. */
  async function contextOf(
    run: Run,
    { secrets, clientCertificates }: Pick<RunContext, 'secrets' | 'clientCertificates'>,
  ): Promise<{ context?: RunContext }> {
    // The proxy of a location belongs to the account: the variables of a check have no say in it.
    const ofAccount = new Map(
      (await contextCache.ofAccount(run.accountId)).map((variable) => [variable.key, variable]),
    )
    const accountValues = new Map([...ofAccount.values()].map(({ key, value }) => [key, value]))
    const proxy = await proxyOf(run, accountValues)
    const all = [...secrets, ...proxy.used.flatMap((name) => secretNamed(name, ofAccount))]
    if (all.length === 0 && proxy.url === null && clientCertificates.length === 0) return {}
    return { context: { secrets: [...new Set(all)], proxyUrl: proxy.url, clientCertificates } }
  }

  /**
   * A run with scripts: the configuration goes out as it was written, with what the group adds, because set-up scripts
   * may change it and the variables that are filled in. They may also ask for any address with any of them, so that
   * there is no withholding of secrets by halves: a run whose trigger leads it to a host that may not have them is not
   * made. Scripts without their secrets would fail, and the run would say that the target has.
   */
  async function resolveScripted(
    run: Run,
    { scripts, filling, isTraced }: { scripts: RunScripts; filling: Filling; isTraced: boolean },
  ): Promise<ResolvedRun> {
    const { owners, environment, baseUrl } = filling
    const at = deps.clock.now()
    const runtimeId = scripts.runtimeId ?? (await contextCache.runtimeOf(run.accountId))
    const { isTestSession } = scripts
    const builtIn = scriptBuiltIns(run, { runtimeId, isTraced, isTestSession })
    const filled = fillInWith(run, { variables: mergeVariables(owners, builtIn), baseUrl, at })
    const foreign = foreignTargetOf(run, filled.config, { builtIn, filling })
    if (foreign !== null) {
      const reason = `The check cannot be run: its scripts could take secrets to ${foreign}, which neither the check nor its trigger allows`
      return { kind: 'unresolvable', reason }
    }
    const known = new Map([...builtIn, ...deploymentOf(environment), ...filled.addresses])
    const variables = mergeVariables(owners, known)
    const config = atEnvironment(run.checkType, withoutScripts(run.config), environment)
    const snippets = await contextCache.snippetsOf(run.accountId)
    const hashes = (scripts.test?.golden ?? []).map(({ sha256 }) => sha256)
    const objects = await storedGoldenFiles(deps.store.read, { accountId: run.accountId, hashes })
    const suite = await suiteJobOf(run, scripts)
    const script = scriptJobOf(scripts, { runtimeId, snippets, variables, objects, suite })
    const secrets = [
      ...script.secretVariables.flatMap((name) => secretNamed(name, variables)),
      ...credentialsIn(filled.config),
    ]
    // Which host is asked is known after the scripts; the agent shows a certificate to its own host only.
    const clientCertificates =
      environment?.usesCertificates === false || needsOf(run).clientCertificates !== true
        ? []
        : await contextCache.certificatesOf(run.accountId)
    const context = await contextOf(run, { secrets, clientCertificates })
    return {
      kind: 'resolved',
      config: isTraced ? withTraceHeaders(config, run.runId) : config,
      script,
      ...context,
    }
  }

  async function suiteJobOf({ accountId }: Run, { suite }: RunScripts): Promise<SuiteJob | null> {
    if (suite === undefined) return null
    const { sha256, ...job } = suite
    const bundle = await findBundle(deps.store.read, { accountId, sha256 })
    if (bundle === null) throw new MissingSnippet('its code bundle is not stored any more')
    return { ...job, accountId, bundle: { sha256, bytes: bundle.bytes } }
  }

  /** The first host that a trigger leads a run to and that may not have its secrets; null when there is none. */
  function foreignTargetOf(
    run: Run,
    own: unknown,
    { builtIn, filling }: { builtIn: ReadonlyMap<string, string>; filling: Filling },
  ): string | null {
    const { owners, environment, baseUrl } = filling
    if (environment === null) return null
    const variables = mergeVariables(owners, new Map([...builtIn, ...deploymentOf(environment)]))
    const moved = fillInWith(run, { variables, baseUrl, at: deps.clock.now() })
    const targets = [
      ...targetsIn(atEnvironment(run.checkType, moved.config, environment)),
      // Scripts know where the deployment is, whether or not the request goes there.
      ...(environment.url === null ? [] : [targetOf(environment.url, null)]),
    ]
    const { allowedHosts } = environment
    return firstForeignTarget(targets, { own: targetsIn(own), allowedHosts })?.host ?? null
  }

  function secretNamed(name: string, variables: ReadonlyMap<string, Variable>): string[] {
    const variable = variables.get(name)
    if (variable === undefined || !isSecretVariable(variable)) return []
    if (!isMaskable(variable.value)) warnOf(name)
    return [variable.value]
  }

  function warnOf(name: string): void {
    if (warned.has(name) || warned.size > 1_000) return
    warned.add(name)
    deps.log.warn({ variable: name }, `the secret ${name} is too short or too common to be masked in results`)
  }

  /**
   * The request of a run as its probe is to send it. Whoever calls a trigger says where it goes: a target that is
   * neither the check's own nor allowed by the trigger gets a request without anything that is secret.
   */
  function fillIn(
    run: Run,
    { owners, environment, baseUrl }: Filling,
  ): FilledRun & { foreign: ForeignTarget | null } {
    const at = deps.clock.now()
    const filled = fillInWith(run, { variables: mergeVariables(owners, builtInOf(run)), baseUrl, at })
    if (environment === null) return { ...filled, foreign: null }
    const variables = mergeVariables(owners, new Map([...builtInOf(run), ...deploymentOf(environment)]))
    const moved = fillInWith(run, { variables, baseUrl, at })
    const config = atEnvironment(run.checkType, moved.config, environment)
    const own = targetsIn(filled.config)
    const foreign = firstForeignTarget(targetsIn(config), { own, allowedHosts: environment.allowedHosts })
    if (foreign === null) return { ...moved, config, foreign: null }
    const { checkId, runId } = run
    const host = nameOfTarget(foreign)
    const words = `${host} gets no secrets and no login: neither the check nor its trigger allows this host`
    deps.log.info({ checkId, runId }, words)
    const open = new Map(variables.entries().filter(([, variable]) => isOpenVariable(variable)))
    const withheld = fillInWith(run, { variables: open, baseUrl, at })
    // The two requests are not compared: each has random values of its own.
    const isStripped =
      [...moved.used].some((name) => variables.has(name) && !open.has(name)) ||
      !isDeepStrictEqual(withoutLogins(config), config)
    return {
      ...withheld,
      config: withoutLogins(atEnvironment(run.checkType, withheld.config, environment)),
      mistake: withheld.mistake === null ? null : `${withheld.mistake}; ${words}`,
      foreign: { host, complete: config, isStripped },
    }
  }

  return {
    isPlain(run) {
      const { check, place, source } = run
      if (mayHaveEnvironment(source) || run.sealedSecrets !== null || isScripted(run)) return false
      const needs = needsOf(run)
      if (
        isUnderDefaults(run) ||
        check.hasPlaceholders ||
        check.hasCredentials ||
        needs.clientCertificates === true
      )
        return false
      return needs.proxy !== true || !place.startsWith('private/')
    },
    refresh,
    async resolve(runs) {
      await refresh()
      return await Promise.all(
        runs.map((run) =>
          resolveOne(run).catch((error: unknown): ResolvedRun => {
            // What one run cannot be given must not keep the others from theirs.
            if (!isOfTheRun(error)) throw error
            const { checkId, runId } = run
            deps.log.warn({ checkId, runId }, `the variables of a run cannot be resolved: ${error.message}`)
            return { kind: 'unresolvable', reason: `The check cannot be run: ${error.message}` }
          }),
        ),
      )
    },
    mayShowSecrets: (run) =>
      isScripted(run) ||
      (run.check !== null && (run.check.hasPlaceholders || run.check.hasCredentials || isUnderDefaults(run))),
    async secretsOf(run) {
      const { accountId, checkId, snapshot, check } = run
      const key = [accountId, check?.groupId ?? '', checkId, snapshot, run.queue].join('/')
      return await keptSecrets.get(key, async () => {
        const parts = sealedPartsIn(run) ?? (await deps.configOf(run))
        const own = parts === null ? undefined : openReadableSecrets(deps.store.sealer, run.checkId, parts)
        const defaults = await apiDefaultsOf(run)
        const config = defaults === null ? own : withGroupDefaults(own, defaults)
        const configText = JSON.stringify(config) ?? ''
        const merged = mergeVariables(await ownersOf(run), builtInOf(run))
        const variables = [...merged.values()].filter(isSecretVariable)
        const isNamed = ({ key: name }: Variable) => configText.includes(name)
        const [references, others] = [variables.filter(isNamed), variables.filter((each) => !isNamed(each))]
        return [
          ...references.map(({ value }) => value),
          ...credentialsIn(config),
          // A script may have used any of them.
          ...(isScripted(run)
            ? others.map(({ value }) => value)
            : withinReason(others.map(({ value }) => value))),
        ]
      })
    },
  }
}

/** Where a trigger leads a run that may have none of its secrets. */
type ForeignTarget = {
  host: string
  /** What the request would be if the host were allowed. */
  complete: unknown
  /** Whether the request goes without something that it would have had. */
  isStripped: boolean
}

type Filling = {
  /** Of the account, the group and the check, in this order. */
  owners: readonly (readonly Variable[])[]
  environment: RunEnvironment | null
  /** Of the group; it may name variables itself. */
  baseUrl: string | null
}

/** As agents know it: what they are told of scripts comes beside it. */
function withoutScripts(config: unknown): unknown {
  if (!isRecord(config)) return config
  const { scripts: _scripts, ...rest } = config
  return rest
}

/** Whether its group may add something to its request. */
function isUnderDefaults(run: TicketedRun): boolean {
  return needsOf(run).requestDefaults === true && (run.check?.groupId ?? null) !== null
}

function needsOf({ checkType }: TicketedRun): RunNeeds {
  return kindOf(checkType).run?.needs ?? {}
}

function mayHaveEnvironment(source: Run['source']): boolean {
  return source === 'LEGACY_TRIGGER' || source === 'DEPLOYMENT'
}

/** Trouble of this one run, whatever it is; not of the database, after which all of them are tried again. */
function isOfTheRun(error: unknown): error is Error {
  return (
    error instanceof UnreadableSecret ||
    error instanceof RequestTooLarge ||
    error instanceof MissingSnippet ||
    error instanceof RangeError
  )
}

/** Secrets that a run did not use cannot have been shown by it: they are looked for only while that costs little. */
function withinReason(values: readonly string[]): string[] {
  let left = mostUnusedCharacters
  return values.filter((value) => {
    left -= value.length
    return left >= 0
  })
}
