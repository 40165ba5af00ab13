import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { ApiRunDetail } from '@sonde/schema/check-types/api-check-result.ts'
import { type TestRunDetail, testRunOfError } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { apiConfig } from '@sonde/schema/testing/api-config.ts'
import {
  findGroupForUpdate,
  groupSealContext,
  updateGroup,
  type CheckGroupRow,
} from '@sonde/store/checks/check-groups.ts'
import { type CheckRow, checkSealContext } from '@sonde/store/checks/checks.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import { decodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { longTextsOf } from '@sonde/store/results/long-texts.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addGroup } from '@sonde/store/testing/groups.ts'
import { hashCode } from '@sonde/store/variables/code-files.ts'
import { findSnippetForUpdate, insertSnippet, updateSnippet } from '@sonde/store/variables/snippets.ts'
import { insertVariable, variableSealContext } from '@sonde/store/variables/variables.ts'
import { apiDetail } from '../../testing/api-detail.ts'
import { type RunsUnderTest, runsUnderTest } from '../../testing/runs-under-test.ts'

type Variable = { key: string; value: string; secret?: boolean }

function scriptIn(run: RunAssignment) {
  assert.ok(run.script !== undefined, 'the run has scripts')
  return run.script
}

forOneEngine('runs with scripts', (engine) => {
  const checkTypes: CheckType[] = ['API', 'MULTI_STEP']

  async function underTest(t: TestContext) {
    const under = await runsUnderTest(t, engine)
    const { store, accountId, clock } = under
    const agent = await under.agentAt('eu-west-1', { checkTypes, sandbox: 'namespaces' })
    return {
      under,
      agent,
      addSnippet: async (name: string, script: string) =>
        await store.write(async (db) => {
          const row = { accountId, name, script, createdAt: clock.now(), updatedAt: null }
          const snippet = await insertSnippet(db, row)
          await bumpRunContext(db)
          return snippet
        }),
      addApiCheck: async (config: JsonObject = {}, fields: Partial<CheckRow> = {}) =>
        await under.addCheck({ ...apiConfig(), ...config }, { checkType: 'API', ...fields }),
      fetch: async (run: RunAssignment, code: string) => {
        const order = { sha256: hashCode(code), ticket: run.ticket }
        return (await under.runs.agents.fetchCode(agent.caller, order))?.toString() ?? null
      },
    }
  }

  async function setVariable({ store, accountId }: RunsUnderTest, { key, value, secret = false }: Variable) {
    await store.write(async (db) => {
      const valueSealed = store.sealer.seal(value, variableSealContext({ accountId, key }))
      await insertVariable(db, {
        accountId,
        key,
        valueSealed,
        secret,
        locked: false,
        createdAt: 1,
        updatedAt: null,
      })
      await bumpRunContext(db)
    })
  }

  /** As the API does. */
  async function changeGroup(under: RunsUnderTest, group: CheckGroupRow, config: JsonObject, ids: string[]) {
    await under.store.write(async (db) => {
      const before = await findGroupForUpdate(db, group)
      assert.ok(before !== null)
      const updatedAt = under.clock.now()
      await updateGroup(db, before, { ...before, config: { ...before.config, ...config }, updatedAt })
      await under.runs.announceChanges(db, ids)
    })
    await under.runs.checksWritten(ids)
  }

  test('case 68: a group that gets a script moves its API checks to the queue script, and back when it is gone', async (t) => {
    const { under, agent, addApiCheck } = await underTest(t)
    const group = await addGroup(under.store, under.accountId)
    const check = await addApiCheck({}, { groupId: group.id })
    const queues: [string, number, number][] = []
    const runOnce = async () => {
      const run = await agent.leaseOne()
      queues.push([run.queue, run.script?.setup.length ?? 0, run.script?.teardown.length ?? 0])
      await agent.report([run], { detail: apiDetail() })
    }
    await runOnce()
    for (const localSetupScript of ['request.headers.a = "1"', ' \n\t']) {
      await changeGroup(under, group, { localSetupScript }, [check.id])
      await under.advance(minuteMs)
      await runOnce()
    }
    assert.deepEqual(queues, [
      ['uptime', 0, 0],
      ['script', 1, 0],
      ['uptime', 0, 0],
    ])
    assert.deepEqual(await under.told(check), Array(3).fill('FINAL passed at eu-west-1'))
  })

  test('SI 7, case 58: a lease names scripts, files and variables, and the request comes as it was written', async (t) => {
    const { under, agent, addApiCheck, addSnippet, fetch } = await underTest(t)
    const { store, accountId } = under
    const { id: snippetId } = await addSnippet('login', 'export const user = 1')
    const group = await addGroup(store, accountId, {
      config: { localSetupScript: 'group()', tearDownSnippetId: snippetId, runtimeId: '2025.04' },
    })
    const seal = (context: string, content: object) => store.sealer.seal(JSON.stringify(content), context)
    const variables = (...list: Variable[]) => ({ environmentVariables: list })
    const sealedGroup = seal(groupSealContext(group.id), {
      ...variables({ key: 'B', value: 'group' }, { key: 'C', value: 'group' }),
      apiCheckDefaults: { url: 'https://{{HOST}}/v1', headers: [{ key: 'X-Shop', value: '1' }] },
    })
    await store.write((db) => db.updateTable('check_groups').set({ sealed_config: sealedGroup }).execute())
    for (const key of ['A', 'B', 'C', 'CHECK_ID', 'SERVICE'])
      await setVariable(under, { key, value: 'account' })
    await setVariable(under, { key: 'HOST', value: 'api.example.net' })
    await setVariable(under, { key: 'PASS', value: 'p@ss w%rd+', secret: true })
    await setVariable(under, { key: 'SERVICE_SECRET_X', value: 'abc123def' })
    const id = 'f3f1a3a0-1111-4111-8111-111111111111'
    const check = await addApiCheck(
      {
        ...apiConfig({ request: { url: '{{GROUP_BASE_URL}}/a', body: '{{PASS}}{{T}}', method: 'POST' } }),
        // Its own code counts more than the snippet.
        localSetupScript: 'check()',
        setupSnippetId: snippetId,
      },
      {
        id,
        groupId: group.id,
        sealedConfig: seal(checkSealContext(id), variables({ key: 'C', value: 'check' })),
      },
    )
    const run = await agent.leaseOne()
    const script = scriptIn(run)
    assert.equal(run.queue, 'script')
    assert.equal(script.runtimeId, '2025.04')
    assert.deepEqual(
      [script.setup, script.teardown].map((list) => list.map(({ label, path }) => `${path}: ${label}`)),
      [
        ['group-setup.js: set-up script of the group', 'setup.js: set-up script'],
        ['group-teardown.js: teardown script of the group: snippet login'],
      ],
    )
    const snippet = { sha256: hashCode('export const user = 1'), bytes: 21 }
    assert.deepEqual(script.files, [
      { path: 'group-setup.js', sha256: hashCode('group()'), bytes: 7 },
      { path: 'setup.js', sha256: hashCode('check()'), bytes: 7 },
      { path: 'group-teardown.js', ...snippet },
      { path: 'snippets/login.js', ...snippet },
    ])
    assert.deepEqual(script.variables, {
      A: 'account',
      B: 'group',
      C: 'check',
      HOST: 'api.example.net',
      PASS: 'p@ss w%rd+',
      SERVICE_SECRET_X: 'abc123def',
      CHECK_ID: check.id,
      CHECK_TYPE: 'API',
      CHECK_NAME: check.name,
      CHECK_RUN_ID: run.runId,
      CHECK_RESULT_ID: script.variables['CHECK_RESULT_ID'],
      ACCOUNT_ID: accountId,
      REGION: 'eu-west-1',
      RUNTIME_VERSION: '2025.04',
      SERVICE: '1',
      CHECKLY: '1',
      SERVICE_RUN_SOURCE: 'SCHEDULER',
      CHECKLY_RUN_SOURCE: 'SCHEDULER',
      GROUP_BASE_URL: 'https://api.example.net/v1',
      REQUEST_URL: 'https://api.example.net/v1/a',
    })
    assert.deepEqual(script.secretVariables.toSorted(), ['PASS', 'SERVICE_SECRET_X'])
    assert.deepEqual(run.context?.secrets.toSorted(), ['abc123def', 'p@ss w%rd+'])
    const { request, ...rest } = run.config as ReturnType<typeof apiConfig>
    assert.deepEqual(Object.keys(rest).toSorted(), ['degradedResponseTime', 'maxResponseTime', 'shouldFail'])
    assert.deepEqual([request.url, request.body], ['{{GROUP_BASE_URL}}/a', '{{PASS}}{{T}}'])
    assert.deepEqual(request.headers, [{ key: 'X-Shop', value: '1' }])
    for (const code of ['group()', 'check()', 'export const user = 1'])
      assert.equal(await fetch(run, code), code)
  })

  test('case 21: a multistep check is its file, with those beside it, and never a script of its group', async (t) => {
    const { under, addSnippet } = await underTest(t)
    const agent = await under.agentAt('eu-west-1', { checkTypes: ['MULTI_STEP'], sandbox: 'namespaces' })
    for (const name of ['login', 'own']) await addSnippet(name, `export const a = '${name}'`)
    const group = await addGroup(under.store, under.accountId, { config: { localSetupScript: 'group()' } })
    await setVariable(under, { key: 'PASS', value: 'p@ss w%rd+', secret: true })
    const config = {
      script: 'tests()',
      scriptPath: 'tests/a.spec.ts',
      dependencies: [{ path: 'snippets/own.js', content: 'mine()' }],
      playwrightConfig: { timeout: 5_000 },
    }
    const check = await under.addCheck(config, { checkType: 'MULTI_STEP', groupId: group.id })
    const run = await agent.leaseOne()
    const script = scriptIn(run)
    assert.deepEqual([run.queue, run.config], ['main', { playwrightConfig: { timeout: 5_000 } }])
    assert.deepEqual([script.setup, script.teardown], [[], []])
    assert.deepEqual(script.test, { path: 'tests/a.spec.ts', isNamed: true })
    const file = (path: string, code: string) => ({ path, sha256: hashCode(code), bytes: code.length })
    assert.deepEqual(script.files, [
      file('snippets/login.js', `export const a = 'login'`),
      file('tests/a.spec.ts', 'tests()'),
      file('snippets/own.js', 'mine()'),
    ])
    const { variables } = script
    assert.deepEqual(
      ['SERVICE', 'CI', 'SERVICE_RUN_SOURCE', 'CHECK_TYPE', 'PASS', 'REQUEST_URL', 'SERVICE_TRACEPARENT'].map(
        (name) => variables[name],
      ),
      ['1', undefined, 'SCHEDULER', 'MULTI_STEP', 'p@ss w%rd+', undefined, undefined],
    )
    assert.deepEqual(script.secretVariables, ['PASS'])
    const order = { sha256: hashCode('mine()'), ticket: run.ticket }
    assert.equal((await under.runs.agents.fetchCode(agent.caller, order))?.toString(), 'mine()')
    const detail = { ...testRunOfError('Error: p@ss w%rd+'), jobLog: [] }
    assert.deepEqual(await agent.report([run], { said: 'failed', detail }), ['stored'])
    const [result] = await under.results(check)
    assert.ok(result !== undefined)
    const stored = decodeDetail(result.detail, result, check.config, new Map()) as TestRunDetail
    assert.equal(stored.errors[0]?.message, 'Error: *********')
  })

  test('case 14: a set-up script lies where its project has it, with the files that it imports', async (t) => {
    const { agent, addApiCheck, fetch } = await underTest(t)
    const words = { path: 'lib/words.ts', content: 'export const word: string = 1' }
    await addApiCheck({
      localSetupScript: `import '../lib/words'`,
      setupScriptPath: 'scripts/setup.ts',
      setupScriptDependencies: [words],
      localTearDownScript: 'done()',
      tearDownScriptDependencies: [words],
    })
    const run = await agent.leaseOne()
    const { setup, teardown, files } = scriptIn(run)
    assert.deepEqual(
      [setup, teardown].map(([script]) => script?.path),
      ['scripts/setup.ts', 'teardown.js'],
    )
    assert.deepEqual(
      files.map(({ path }) => path),
      ['scripts/setup.ts', 'lib/words.ts', 'teardown.js'],
    )
    assert.equal(await fetch(run, words.content), words.content)
  })

  test('the runtime of the account is used where check and group name none', async (t) => {
    const { agent, addApiCheck } = await underTest(t)
    await addApiCheck({ localTearDownScript: 'x' })
    assert.equal(scriptIn(await agent.leaseOne()).runtimeId, '2025.04')
  })

  test('case 74: 500 snippets of 40 kB leave an assignment under 100 kB, and code is given out to its own runs only', async (t) => {
    const { under, agent, addApiCheck, fetch } = await underTest(t)
    const { store, accountId, clock } = under
    const codeOf = (index: number) => `export const a = ${index}`.padEnd(40_000)
    await store.write(async (db) => {
      for (let index = 0; index < 500; index++) {
        const row = {
          name: `snippet-${index}`,
          script: codeOf(index),
          createdAt: clock.now(),
          updatedAt: null,
        }
        await insertSnippet(db, { accountId, ...row })
      }
    })
    await addApiCheck({ localSetupScript: 'one' })
    const one = await agent.leaseOne()
    await addApiCheck({ localSetupScript: 'two' })
    const two = await agent.leaseOne()
    await addApiCheck()
    const plain = await agent.leaseOne()
    const bytes = JSON.stringify(one).length
    assert.equal(scriptIn(one).files.length, 501)
    assert.ok(bytes < 100_000, `${bytes} bytes`)
    assert.equal(await fetch(one, codeOf(499)), codeOf(499))
    assert.equal(await fetch(one, 'one'), 'one')
    assert.equal(await fetch(one, 'two'), null, 'the script of another check')
    assert.equal(await fetch(two, 'one'), null)
    assert.equal(await fetch(plain, codeOf(499)), null, 'a run without scripts uses no snippet')
    assert.equal(await fetch({ ...one, ticket: `${one.ticket}x` }, 'one'), null)
    const elsewhere = await under.agentAt('us-east-1', { checkTypes: ['API'], sandbox: 'namespaces' })
    const order = { sha256: hashCode('one'), ticket: one.ticket }
    assert.equal(
      await under.runs.agents.fetchCode(elsewhere.caller, order),
      null,
      'an agent of another place',
    )
  })

  test('case 74: a snippet or a script that was changed after the lease is fetched as it was', async (t) => {
    const { under, agent, addApiCheck, addSnippet, fetch } = await underTest(t)
    const { store, accountId, clock } = under
    const { id } = await addSnippet('login', 'before')
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 5, maxRetries: 1, sameRegion: true }
    const check = await addApiCheck({ localSetupScript: 'own before', retryStrategy })
    const run = await agent.leaseOne()
    await store.write(async (db) => {
      const row = await findSnippetForUpdate(db, { accountId, id })
      assert.ok(row !== null)
      await updateSnippet(db, { ...row, script: 'after', updatedAt: clock.now() })
      await bumpRunContext(db)
    })
    await under.changeCheck(check, { config: { ...check.config, localSetupScript: 'own after' } })
    assert.deepEqual([await fetch(run, 'before'), await fetch(run, 'own before')], ['before', 'own before'])
    await agent.report([run], { said: 'failed', detail: apiDetail() })
    await under.advance(6_000)
    const retry = (await agent.lease()).find(({ attempt }) => attempt === 2)
    assert.ok(retry !== undefined)
    // The retry has the script that the run was begun with, and the snippets of now.
    const hashes = scriptIn(retry).files.map(({ sha256 }) => sha256)
    assert.deepEqual(hashes, [hashCode('own before'), hashCode('after')])
    assert.deepEqual([await fetch(retry, 'own before'), await fetch(retry, 'after')], ['own before', 'after'])
  })

  const environment: RunEnvironment = {
    url: 'https://evil.example.test',
    name: null,
    deploymentId: null,
    replacesHost: true,
    usesCertificates: true,
    allowedHosts: [],
  }
  for (const { what, fields, isMade } of [
    { what: 'to a host that the trigger does not allow', fields: {}, isMade: false },
    {
      what: 'that knows such a host without going there',
      fields: { replacesHost: false },
      isMade: false,
    },
    { what: 'to a host that the trigger allows', fields: { allowedHosts: ['*.example.test'] }, isMade: true },
  ]) {
    test(`a triggered run ${what} ${isMade ? 'has its secrets' : 'is not made, and says why'}`, async (t) => {
      const { under, agent, addApiCheck } = await underTest(t)
      await setVariable(under, { key: 'PASS', value: 'p@ss w%rd+', secret: true })
      const check = await addApiCheck({ localSetupScript: 'send(process.env.PASS)' }, { activated: false })
      await under.runs.startSession({
        accountId: under.accountId,
        checkId: check.id,
        source: 'LEGACY_TRIGGER',
        onlyAt: 'eu-west-1',
        environment: { ...environment, ...fields },
      })
      const [run] = await agent.lease()
      assert.equal(run?.script?.variables['PASS'], isMade ? 'p@ss w%rd+' : undefined)
      const [result] = await under.results(check)
      assert.equal(result?.verdict, isMade ? undefined : 'withheld')
      if (!isMade) assert.match(result?.reason ?? '', /secrets to evil\.example\.test/)
    })
  }

  test('case 54: what a script has printed of any secret is masked when its result comes in', async (t) => {
    const { under, agent, addApiCheck } = await underTest(t)
    await setVariable(under, { key: 'PASS', value: 'p@ss w%rd+', secret: true })
    const check = await addApiCheck({ localSetupScript: 'console.log(process.env.PASS)' })
    const run = await agent.leaseOne()
    const line = { time: 1, level: 'INFO', msg: 'it is p@ss w%rd+ or cEBzcyB3JXJkKw==' }
    const detail = apiDetail({ jobLog: { setup: [line], request: [], teardown: [] } })
    assert.deepEqual(await agent.report([run], { detail }), ['stored'])
    const [result] = await under.results(check)
    assert.ok(result !== undefined)
    const { jobLog } = decodeDetail(result.detail, result, check.config, new Map()) as ApiRunDetail
    assert.equal(jobLog?.setup[0]?.msg, 'it is ********* or *********')
  })

  test('a log of 1,000 lines and 256 KiB is kept beside the result, and a longer one is cut and not refused', async (t) => {
    const { under, agent, addApiCheck } = await underTest(t)
    const check = await addApiCheck({ localSetupScript: 'x' })
    const setup = Array.from({ length: 1_000 }, (_, time) => ({ time, level: 'INFO', msg: 'x'.repeat(300) }))
    const detail = apiDetail({ jobLog: { setup, request: [], teardown: setup } })
    assert.deepEqual(await agent.report([await agent.leaseOne()], { detail }), ['stored'])
    const [result] = await under.results(check)
    assert.ok(result !== undefined)
    const short = decodeDetail(result.detail, result, check.config, new Map())
    assert.equal((short as ApiRunDetail).jobLog, null)
    const longTexts = (await longTextsOf(under.store.read, result))?.texts
    const jobLog = JSON.parse(longTexts?.['jobLog'] ?? 'null') as ApiRunDetail['jobLog']
    assert.equal(jobLog?.setup.length, 874)
    assert.equal(jobLog?.setup.at(-1)?.msg, 'log cut: 127 more lines')
    assert.equal(jobLog?.teardown.length, 1)
  })
})
