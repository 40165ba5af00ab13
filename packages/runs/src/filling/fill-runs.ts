import type { RunContext } from '@sonde/schema/agent-protocol.ts'
import { kindOf } from '@sonde/schema/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-type.ts'
import { createValidator } from '@sonde/schema/validator.ts'
import { isMaskable } from '@sonde/scrub/secret-forms.ts'
import type { Store } from '@sonde/store/store.ts'
import type { Logger } from '../logger.ts'
import type { Run } from '../run.ts'
import type { ScheduledCheck } from '../schedule/scheduled-check.ts'
import { fillConfig, fillText } from './fill-texts.ts'
import { createKnownContext } from './known-context.ts'
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
  mayShowSecrets(run: Pick<Run, 'checkId'>): boolean
  /** Notices what has changed since; `fill` does so by itself. */
  refresh(): Promise<void>
  /** Every secret that the owners of the run have, used by it or not, as of the last `refresh`. */
  secretsOf(run: Omit<Run, 'config'>): Promise<readonly string[]>
}

export function createRunFiller(deps: {
  store: Store
  log: Logger
  findCheck(checkId: string): ScheduledCheck | undefined
}): RunFiller {
  const known = createKnownContext(deps)
  const warned = new Set<string>()

  async function variablesOf(run: Omit<Run, 'config'>): Promise<Map<string, Variable>> {
    const { accountId, checkId } = run
    const check = deps.findCheck(checkId)
    const groupId = check?.groupId ?? null
    const owners = await Promise.all([
      known.ofAccount(accountId),
      groupId === null ? [] : known.ofGroup(accountId, groupId),
      check?.hasOwnVariables === true ? known.ofCheck(accountId, checkId) : [],
    ])
    return mergeVariables(owners, builtIn(run, check?.name ?? null))
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
    const url = fillText(written, { values, onUse: (name) => used.push(name) }, false)
    return { url, used }
  }

  async function fillOne(run: Run): Promise<FilledRun> {
    const check = deps.findCheck(run.checkId)
    const needs = check?.kind.needs ?? {}
    const variables = await variablesOf(run)
    const values = new Map([...variables.values()].map(({ key, value }) => [key, value]))
    const used = new Set<string>()
    const config = fillConfig(run.config, {
      values,
      addresses: needs.addresses ?? [],
      onUse: (name) => used.add(name),
    })
    const mistake = used.size === 0 ? null : mistakeIn(run.checkType, config, [...used])
    if (mistake !== null) return { kind: 'unfillable', reason: mistake }
    // The proxy of a location belongs to the account: the variables of a check have no say in it.
    const ofAccount = new Map((await known.ofAccount(run.accountId)).map(({ key, value }) => [key, value]))
    const proxy = await proxyOf(run, ofAccount)
    const certificates = needs.clientCertificates === true ? await known.certificatesOf(run.accountId) : []
    const secrets = [
      ...[...used, ...proxy.used].flatMap((name) => secretNamed(name, variables)),
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
    isPlain({ checkId, place }) {
      const check = deps.findCheck(checkId)
      if (check === undefined) return true
      const { needs = {} } = check.kind
      if (check.hasPlaceholders || check.hasCredentials || needs.clientCertificates === true) return false
      return needs.proxy !== true || !place.startsWith('private/')
    },
    refresh: known.refresh,
    async fill(runs) {
      await known.refresh()
      return await Promise.all(
        runs.map((run) =>
          fillOne(run).catch((error: unknown): FilledRun => {
            if (!isUnreadable(error)) throw error
            deps.log.error(
              { checkId: run.checkId, runId: run.runId },
              `a run cannot be filled in: ${error.message}`,
            )
            return { kind: 'unfillable', reason: `Its variables cannot be read: ${error.message}` }
          }),
        ),
      )
    },
    mayShowSecrets({ checkId }) {
      const check = deps.findCheck(checkId)
      return check !== undefined && (check.hasPlaceholders || check.hasCredentials)
    },
    async secretsOf(run) {
      const variables = await variablesOf(run)
      const secrets = [...variables.values()].filter(isSecretVariable).map(({ value }) => value)
      return [...secrets, ...credentialsIn(deps.findCheck(run.checkId)?.config)]
    },
  }
}

const validator = createValidator()
const judges = new Map<CheckType, ReturnType<typeof validator.compile>>()

/** What the values of variables have made of a request that was right when it was saved; null when it still is. */
function mistakeIn(checkType: CheckType, config: unknown, names: readonly string[]): string | null {
  const kind = kindOf(checkType)?.run
  if (!kind) return null
  const judge = judges.get(checkType) ?? validator.compile(kind.config, { complete: true })
  judges.set(checkType, judge)
  const [first] = judge(config)
  if (first === undefined) return null
  const variables = names.map((name) => `{{${name}}}`).join(', ')
  return `The check cannot be run: ${first.path} ${first.message}, with the values of ${variables}`
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

function isUnreadable(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UnreadableSecret'
}
