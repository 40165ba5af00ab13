import type { Logger } from '@sonde/ground/logger.ts'
import type { RunContext } from '@sonde/schema/agents/agent-protocol.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { isMaskable } from '@sonde/scrub/secret-forms.ts'
import { findRunEnvironment, type RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import { UnreadableSecret } from '@sonde/store/installation/sealer.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Run } from '../run.ts'
import type { ScheduledCheck } from '../schedule/scheduled-check.ts'
import { certificatesFor } from './client-certificates.ts'
import { FilledTooLarge, fillConfig, fillText, mostFilledCharacters } from './substitute.ts'
import { createKeptAnswers } from './answer-cache.ts'
import { createKnownContext } from './context-cache.ts'
import { atEnvironment } from './environment-target.ts'
import { isSecretVariable, mergeVariables, type Variable } from './run-variables.ts'
import { credentialsIn } from './url-credentials.ts'

/** What an agent is given of a run: the configuration as its probe is to use it, and what it needs beside that. */
export type FilledRun =
  | { kind: 'filled'; config: unknown; context?: RunContext }
  /** A secret that cannot be opened, say: the run must not go to its target with half of its request. */
  | { kind: 'unfillable'; reason: string }

export type RunFiller = {
  /** Whether the run is given out as it is: most are, and nothing has to be asked for them. */
  isPlain(run: Run): boolean
  /** In the order of the runs. */
  fill(runs: readonly Run[]): Promise<FilledRun[]>
  /** Whether the run may have shown its target something secret, and heard it again. */
  mayShowSecrets(run: Pick<Run, 'checkId' | 'snapshot'>): boolean
  /** Notices what has changed since; `fill` does so by itself. */
  refresh(): Promise<void>
  /**
   * The secrets of the owners of the run, as of the last `refresh`: those that it uses, and others as far as they
   * are few. The same list for the same answer.
   */
  secretsOf(run: Omit<Run, 'config'>): Promise<readonly string[]>
}

const mostKeptSecrets = 5_000
const mostUnusedCharacters = 50_000

export function createRunFiller(deps: {
  store: Store
  log: Logger
  findCheck(checkId: string): ScheduledCheck | undefined
}): RunFiller {
  const known = createKnownContext(deps)
  const warned = new Set<string>()
  const keptSecrets = createKeptAnswers<readonly string[]>(mostKeptSecrets)

  async function refresh(): Promise<void> {
    if (await known.refresh()) keptSecrets.forget()
  }

  async function variablesOf(
    run: Omit<Run, 'config'>,
    environment: RunEnvironment | null,
  ): Promise<Map<string, Variable>> {
    const { accountId, checkId } = run
    const check = deps.findCheck(checkId)
    const groupId = check?.groupId ?? null
    const owners = await Promise.all([
      known.ofAccount(accountId),
      groupId === null ? [] : known.ofGroup(accountId, groupId),
      check?.hasOwnVariables === true ? known.ofCheck(accountId, checkId) : [],
    ])
    return mergeVariables(owners, new Map([...builtIn(run, check?.name ?? null), ...saidOf(environment)]))
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
    const check = deps.findCheck(run.checkId)
    const [kind, locationId] = run.place.split('/')
    if (check?.kind.needs?.proxy !== true || kind !== 'private' || locationId === undefined) {
      return { url: null, used: [] }
    }
    const written = await known.proxyOf(run.accountId, locationId)
    if (written === null) return { url: null, used: [] }
    const used: string[] = []
    const room = { left: mostFilledCharacters }
    const url = fillText(written, { values, onUse: (name) => used.push(name), room }, false)
    return { url, used }
  }

  async function fillOne(run: Run): Promise<FilledRun> {
    const check = deps.findCheck(run.checkId)
    const needs = check?.kind.needs ?? {}
    const environment = await environmentOf(run)
    const variables = await variablesOf(run, environment)
    const values = new Map([...variables.values()].map(({ key, value }) => [key, value]))
    const used = new Set<string>()
    const filled = fillConfig(run.config, {
      values,
      addresses: needs.addresses ?? [],
      onUse: (name) => used.add(name),
      room: { left: mostFilledCharacters },
    })
    const mistake = check?.hasPlaceholders === true ? mistakeIn(run.checkType, filled, [...used]) : null
    if (mistake !== null) return { kind: 'unfillable', reason: mistake }
    const config = atEnvironment(run.checkType, filled, environment)
    // The proxy of a location belongs to the account: the variables of a check have no say in it.
    const ofAccount = new Map(
      (await known.ofAccount(run.accountId)).map((variable) => [variable.key, variable]),
    )
    const accountValues = new Map([...ofAccount.values()].map(({ key, value }) => [key, value]))
    const proxy = await proxyOf(run, accountValues)
    const certificates =
      needs.clientCertificates === true && environment?.usesCertificates !== false
        ? certificatesFor(config, await known.certificatesOf(run.accountId))
        : []
    const secrets = [
      ...[...used].flatMap((name) => secretNamed(name, variables)),
      ...proxy.used.flatMap((name) => secretNamed(name, ofAccount)),
      ...credentialsIn(config),
    ]
    const isNeeded = secrets.length > 0 || proxy.url !== null || certificates.length > 0
    if (!isNeeded) return { kind: 'filled', config }
    const context = { secrets: [...new Set(secrets)], proxyUrl: proxy.url, clientCertificates: certificates }
    return { kind: 'filled', config, context }
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

  return {
    isPlain({ checkId, place, source }) {
      if (mayHaveEnvironment(source)) return false
      const check = deps.findCheck(checkId)
      if (check === undefined) return true
      const { needs = {} } = check.kind
      if (check.hasPlaceholders || check.hasCredentials || needs.clientCertificates === true) return false
      return needs.proxy !== true || !place.startsWith('private/')
    },
    refresh,
    async fill(runs) {
      await refresh()
      return await Promise.all(
        runs.map((run) =>
          fillOne(run).catch((error: unknown): FilledRun => {
            // What one run cannot be given must not keep the others from theirs.
            if (!isOfTheRun(error)) throw error
            const { checkId, runId } = run
            deps.log.warn({ checkId, runId }, `a run cannot be filled in: ${error.message}`)
            return { kind: 'unfillable', reason: `The check cannot be run: ${error.message}` }
          }),
        ),
      )
    },
    mayShowSecrets({ checkId, snapshot }) {
      const check = deps.findCheck(checkId)
      if (check === undefined) return false
      // What it was when the run began is not looked up for this: it may have had secrets then.
      return check.hasPlaceholders || check.hasCredentials || check.snapshot !== snapshot
    },
    async secretsOf(run) {
      const check = deps.findCheck(run.checkId)
      const key = [run.accountId, check?.groupId ?? '', run.checkId].join('/')
      return await keptSecrets.get(key, async () => {
        const variables = [...(await variablesOf(run, null)).values()].filter(isSecretVariable)
        const isNamed = ({ key: name }: Variable) => check?.configText.includes(name) === true
        const [named, others] = [variables.filter(isNamed), variables.filter((each) => !isNamed(each))]
        return [
          ...named.map(({ value }) => value),
          ...credentialsIn(check?.config),
          ...withinReason(others.map(({ value }) => value)),
        ]
      })
    },
  }
}

const validator = createValidator()
const judges = new Map<CheckType, ReturnType<typeof validator.compile>>()

/** What the values of variables have made of a request that was right when it was saved; null when it still is. */
function mistakeIn(checkType: CheckType, config: unknown, names: readonly string[]): string | null {
  const kind = kindOf(checkType).run
  if (!kind) return null
  const judge = judges.get(checkType) ?? validator.compile(kind.config, { complete: true })
  judges.set(checkType, judge)
  const [first] = judge(config)
  if (first === undefined) return null
  const variables = names.map((name) => `{{${name}}}`).join(', ')
  const why =
    names.length === 0 ? 'nobody has set the variables that it names' : `with the values of ${variables}`
  return `The check cannot be run: ${first.path} ${first.message}, ${why}`
}

/** What the service itself says of a run. */
function builtIn({ checkId, accountId, checkType, location }: Omit<Run, 'config'>, name: string | null) {
  return new Map([
    ['CHECK_ID', checkId],
    ['CHECK_TYPE', checkType],
    ['ACCOUNT_ID', accountId],
    ['REGION', location],
    ...(name === null ? [] : [['CHECK_NAME', name] as const]),
  ])
}

function mayHaveEnvironment(source: Run['source']): boolean {
  return source === 'LEGACY_TRIGGER' || source === 'DEPLOYMENT'
}

/** What whoever deployed has told, by the names under which scripts know it. */
function saidOf(environment: RunEnvironment | null): [string, string][] {
  const told: [string, string | null][] = [
    ['ENVIRONMENT_URL', environment?.url ?? null],
    ['ENVIRONMENT_NAME', environment?.name ?? null],
    ['DEPLOYMENT_ID', environment?.deploymentId ?? null],
  ]
  return told.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]))
}

/** Trouble of this one run, whatever it is; not of the database, after which all of them are tried again. */
function isOfTheRun(error: unknown): error is Error {
  return error instanceof UnreadableSecret || error instanceof FilledTooLarge || error instanceof RangeError
}

/** Secrets that a run did not use cannot have been shown by it: they are looked for only while that costs little. */
function withinReason(values: readonly string[]): string[] {
  let left = mostUnusedCharacters
  return values.filter((value) => {
    left -= value.length
    return left >= 0
  })
}
