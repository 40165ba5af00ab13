import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import { defaultRuntimeId } from '@sonde/schema/checks/runtime.ts'
import { findAccount } from '@sonde/store/accounts/accounts.ts'
import { findGroup, groupSealContext } from '@sonde/store/checks/check-groups.ts'
import { checkSealContext, findCheck } from '@sonde/store/checks/checks.ts'
import { findTrialRun, trialRunSealContext } from '@sonde/store/runs/trial-runs.ts'
import { clientCertificatesOf } from '@sonde/store/variables/client-certificates.ts'
import { findPrivateLocation, proxySealContext } from '@sonde/store/locations/private-locations.ts'
import { readRunContextRevision } from '@sonde/store/runs/run-context-revision.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { findTraceExport } from '@sonde/store/traces/trace-exports.ts'
import { type SnippetFile, snippetFilesOf } from '@sonde/store/variables/code-files.ts'
import { variablesOf } from '@sonde/store/variables/variables.ts'
import { createAnswerCache } from './answer-cache.ts'
import { apiDefaultsIn, type ApiDefaults } from './group-defaults.ts'
import { type Variable, variablesIn } from './run-variables.ts'

/** Owners of each kind whose secrets are held open in memory at a time. */
const mostKept = 5_000

/**
 * What runs are filled with, as it is now. Whoever changes any of it moves a revision, on whichever server: it
 * is asked for once for each batch of runs, and nothing that is older is used.
 */
export function createContextCache({ store }: { store: Store }) {
  const { sealer } = store
  const variables = createAnswerCache<Variable[]>(mostKept)
  const certificates = createAnswerCache<RunCertificate[]>(mostKept)
  const proxies = createAnswerCache<string | null>(mostKept)
  const traceHeaders = createAnswerCache<boolean>(mostKept)
  const apiDefaults = createAnswerCache<ApiDefaults | null>(mostKept)
  const snippets = createAnswerCache<SnippetFile[]>(mostKept)
  const runtimes = createAnswerCache<string>(mostKept)
  let revision: number | null = null

  async function readGroup(accountId: string, id: number): Promise<Variable[]> {
    const group = await findGroup(store.read, { accountId, id })
    const sealed = group?.sealedConfig ?? null
    return sealed === null ? [] : variablesIn(sealer.open(sealed, groupSealContext(id)))
  }

  async function readApiDefaults(accountId: string, id: number): Promise<ApiDefaults | null> {
    const group = await findGroup(store.read, { accountId, id })
    const sealed = group?.sealedConfig ?? null
    return sealed === null ? null : apiDefaultsIn(sealer.open(sealed, groupSealContext(id)))
  }

  async function readCheck(accountId: string, id: string): Promise<Variable[]> {
    const check = await findCheck(store.read, { accountId, id })
    if (check === null) return await readTrialRun(accountId, id)
    const { sealedConfig } = check
    return sealedConfig === null ? [] : variablesIn(sealer.open(sealedConfig, checkSealContext(id)))
  }

  /** A check that nobody has saved. */
  async function readTrialRun(accountId: string, id: string): Promise<Variable[]> {
    const sealed = (await findTrialRun(store.read, { accountId, id }))?.sealedConfig ?? null
    return sealed === null ? [] : variablesIn(sealer.open(sealed, trialRunSealContext(id)))
  }

  async function readProxy(accountId: string, id: string): Promise<string | null> {
    const location = await findPrivateLocation(store.read, { accountId, id })
    const sealed = location?.proxyUrlSealed ?? null
    return sealed === null ? null : sealer.open(sealed, proxySealContext(id))
  }

  return {
    /** Whether anything has changed since the last time. */
    async refresh(): Promise<boolean> {
      const current = await readRunContextRevision(store.read)
      if (current === revision) return false
      revision = current
      const caches = [variables, certificates, proxies, traceHeaders, apiDefaults, snippets, runtimes]
      for (const answers of caches) answers.forget()
      return true
    },
    ofAccount: (accountId: string): Promise<Variable[]> =>
      variables.get(`account/${accountId}`, () => variablesOf(store.read, sealer, accountId)),
    ofGroup: (accountId: string, id: number): Promise<Variable[]> =>
      variables.get(`group/${id}`, () => readGroup(accountId, id)),
    apiDefaultsOf: (accountId: string, id: number): Promise<ApiDefaults | null> =>
      apiDefaults.get(String(id), () => readApiDefaults(accountId, id)),
    ofCheck: (accountId: string, id: string): Promise<Variable[]> =>
      variables.get(`check/${id}`, () => readCheck(accountId, id)),
    certificatesOf: (accountId: string): Promise<RunCertificate[]> =>
      certificates.get(accountId, () => clientCertificatesOf(store.read, sealer, accountId)),
    /** Whether requests of the account carry the context of their trace. */
    sendsTraceHeaders: (accountId: string): Promise<boolean> =>
      traceHeaders.get(accountId, async () => {
        const settings = await findTraceExport(store.read, accountId)
        return settings !== null && settings.enabled && settings.sendTraceHeaders
      }),
    /** Names and hashes of all of them: their code is not read. */
    snippetsOf: (accountId: string): Promise<SnippetFile[]> =>
      snippets.get(accountId, () => snippetFilesOf(store.read, accountId)),
    /** The runtime of checks that name none. */
    runtimeOf: (accountId: string): Promise<string> =>
      runtimes.get(
        accountId,
        async () => (await findAccount(store.read, accountId))?.runtimeId ?? defaultRuntimeId,
      ),
    /** Of a private location, as it was written: it may name variables of the account. */
    proxyOf: (accountId: string, locationId: string): Promise<string | null> =>
      proxies.get(locationId, () => readProxy(accountId, locationId)),
  }
}
