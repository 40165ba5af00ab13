import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { decodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { checkSealContext, type CheckRow } from '@sonde/store/checks/checks.ts'
import { sealSecrets } from '@sonde/store/checks/sealed-secrets.ts'
import { groupSealContext } from '@sonde/store/checks/check-groups.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addGroup } from '@sonde/store/testing/groups.ts'
import {
  findVariableForUpdate,
  insertVariable,
  updateVariable,
  variableSealContext,
} from '@sonde/store/variables/variables.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'

function hostnameIn(config: unknown): unknown {
  const request = isRecord(config) ? config['request'] : null
  return isRecord(request) ? request['hostname'] : null
}

forOneEngine('runs with variables', (engine) => {
  async function underTest(t: TestContext) {
    const under = await runsUnderTest(t, engine)
    const { store, accountId } = under
    const request = (hostname: string) => ({
      request: { hostname, ipFamily: 'IPv4', pingCount: 2, assertions: [] },
    })
    return {
      ...under,
      request,
      async setVariable(key: string, value: string, { secret = false } = {}): Promise<void> {
        await store.write(async (db) => {
          const valueSealed = store.sealer.seal(value, variableSealContext({ accountId, key }))
          const known = await findVariableForUpdate(db, { accountId, key })
          const row = { accountId, key, valueSealed, locked: false, secret, createdAt: 1, updatedAt: null }
          await (known === null ? insertVariable(db, row) : updateVariable(db, { ...row, updatedAt: 2 }))
          await bumpRunContext(db)
        })
      },
      sealedFor: (context: string, variables: readonly { key: string; value: string; secret?: boolean }[]) =>
        store.sealer.seal(JSON.stringify({ environmentVariables: variables }), context),
      addCheckNamed: (hostname: string, fields: Partial<CheckRow> = {}) =>
        under.addCheck(request(hostname), fields),
    }
  }

  test('a run is leased with the values of its variables, and its stored settings keep the names', async (t) => {
    const under = await underTest(t)
    await under.setVariable('HOST', 'edge7.example.net')
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheckNamed('{{HOST}}')
    const run = await agent.leaseOne()
    assert.equal(hostnameIn(run.config), 'edge7.example.net')
    assert.equal(run.context, undefined)
    const snapshots = await under.store.read.selectFrom('check_snapshots').select('config').execute()
    assert.ok(snapshots.every(({ config }) => config.includes('{{HOST}}')))
    await agent.report([run])
    assert.deepEqual(await under.told(check), ['FINAL passed at eu-west-1'])
  })

  test('synthetic case 58: the narrowest owner of a name wins, and nobody overrides what the service says', async (t) => {
    const under = await underTest(t)
    await under.setVariable('A', 'account')
    await under.setVariable('B', 'account')
    await under.setVariable('C', 'account')
    await under.setVariable('CHECK_ID', 'forged')
    const group = await addGroup(under.store, under.accountId, {})
    const variables = [
      { key: 'B', value: 'group' },
      { key: 'C', value: 'group' },
    ]
    await under.store.write(async (db) => {
      await db
        .updateTable('check_groups')
        .set({ sealed_config: under.sealedFor(groupSealContext(group.id), variables) })
        .where('id', '=', group.id)
        .execute()
    })
    const agent = await under.agentAt('eu-west-1')
    const id = randomUUID()
    await under.addCheckNamed('{{A}}.{{B}}.{{C}}.{{CHECK_ID}}.{{REGION}}', {
      id,
      groupId: group.id,
      sealedConfig: under.sealedFor(checkSealContext(id), [{ key: 'C', value: 'check' }]),
    })
    const run = await agent.leaseOne()
    assert.equal(hostnameIn(run.config), `account.group.check.${id}.eu-west-1`)
  })

  test('agent case 34: a variable that was changed is used by the next run', async (t) => {
    const under = await underTest(t)
    await under.setVariable('HOST', 'old.example.net')
    const agent = await under.agentAt('eu-west-1')
    await under.addCheckNamed('{{HOST}}')
    const first = await agent.leaseOne()
    await agent.report([first])
    await under.setVariable('HOST', 'new.example.net')
    await under.advance(minuteMs)
    const second = await agent.leaseOne()
    assert.deepEqual(
      [first, second].map(({ config }) => hostnameIn(config)),
      ['old.example.net', 'new.example.net'],
    )
  })

  test('an agent is told the secrets that its run uses, and no others', async (t) => {
    const under = await underTest(t)
    await under.setVariable('TOKEN', 'tok-3f9a', { secret: true })
    await under.setVariable('OTHER', 'other-secret', { secret: true })
    await under.setVariable('CHECKLY_SECRET_X', 'by-its-name')
    await under.setVariable('PLAIN', 'plain')
    const agent = await under.agentAt('eu-west-1')
    await under.addCheckNamed('{{TOKEN}}.{{PLAIN}}.{{CHECKLY_SECRET_X}}')
    const { context } = await agent.leaseOne()
    assert.deepEqual(context, {
      secrets: ['tok-3f9a', 'by-its-name'],
      proxyUrl: null,
      clientCertificates: [],
    })
  })

  test('synthetic case 56: a secret that is too short to be masked is told of by its name, once', async (t) => {
    const under = await underTest(t)
    await under.setVariable('TINY', 'ab', { secret: true })
    const agent = await under.agentAt('eu-west-1')
    await under.addCheckNamed('{{TINY}}')
    await agent.report([await agent.leaseOne()])
    await under.advance(minuteMs)
    await agent.leaseOne()
    const warnings = under.log.warnings.filter((message) => message.includes('TINY'))
    assert.equal(warnings.length, 1)
    assert.ok(!/\bab\b/.test(warnings.join()))
  })

  test('what an agent failed to mask is masked before it is stored, also secrets that the run did not use', async (t) => {
    const under = await underTest(t)
    await under.setVariable('TOKEN', 'tok-3f9a+%=', { secret: true })
    await under.setVariable('OTHER', 'unused-secret', { secret: true })
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheckNamed('{{TOKEN}}')
    const run = await agent.leaseOne()
    const echoed = [
      'tok-3f9a+%=',
      encodeURIComponent('tok-3f9a+%='),
      Buffer.from('tok-3f9a+%=').toString('base64'),
      Buffer.from('tok-3f9a+%=').toString('hex'),
      'unused-secret',
    ].join(' ')
    const detail = {
      requestError: echoed,
      request: { hostname: 'tok-3f9a+%=', targetIp: null, ipFamily: 'IPv4', pingCount: 2 },
      response: null,
      assertions: [],
      noiseMs: null,
    }
    await agent.report([run], { said: 'failed', detail })
    const [result] = await under.results(check)
    assert.ok(result)
    const stored = JSON.stringify(decodeDetail(result.detail, result, under.request('{{TOKEN}}')))
    for (const form of echoed.split(' ')) assert.ok(!stored.includes(form), stored)
    assert.ok(stored.includes('*********'))
  })

  test('a value that makes the request invalid ends the run before anybody is asked, and names field and variable', async (t) => {
    const under = await underTest(t)
    await under.setVariable('HOST', 'https://not-a-host/')
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheckNamed('{{HOST}}')
    for (let run = 0; run < 4; run += 1) {
      assert.deepEqual(await agent.lease(), [])
      await under.advance(minuteMs)
    }
    const [result] = await under.results(check)
    assert.ok(result)
    assert.equal(result.verdict, 'withheld')
    const detail = decodeDetail(result.detail, result, under.request('{{HOST}}'))
    const error = isRecord(detail) ? detail['requestError'] : null
    assert.equal(
      error,
      'The check cannot be run: request.hostname must be a name or an IP address, without a scheme, with the values of {{HOST}}',
    )
    // The location is not to blame.
    assert.deepEqual(await under.events(), [])
  })

  test('a run that cannot be put together keeps no other from being made', async (t) => {
    const under = await underTest(t)
    await under.setVariable('B', 'x'.repeat(120_000))
    const agent = await under.agentAt('eu-west-1')
    const pill = await under.addCheckNamed('{{B}}'.repeat(400))
    const good = await under.addCheckNamed('edge1.example.net')
    const runs = await agent.lease()
    assert.deepEqual(
      runs.map(({ checkId }) => checkId),
      [good.id],
    )
    assert.deepEqual(await under.told(pill), ['FINAL withheld at eu-west-1'])
  })

  test('sealed passwords of a check are opened for its agent, variables in them filled in, and in no row in clear', async (t) => {
    const under = await underTest(t)
    const { store } = under
    await under.setVariable('END', 'end/ing')
    const agent = await under.agentAt('eu-west-1', { checkTypes: ['TCP'] })
    const id = randomUUID()
    const data = 'redis://me:pass-7f3a-{{END}}@cache.example.com/'
    const request = { hostname: 'cache.example.com', port: 6379, data, assertions: [] }
    const parts = sealSecrets(store.sealer, { id, checkType: 'TCP' }, { request })
    await under.addCheck(parts.config, {
      id,
      checkType: 'TCP',
      sealedSecrets: parts.sealedSecrets,
    })
    const run = await agent.leaseOne()
    assert.deepEqual(run.config, {
      ...(isRecord(run.config) ? run.config : {}),
      request: { ...request, data: 'redis://me:pass-7f3a-end/ing@cache.example.com/' },
    })
    const written = JSON.stringify([
      await store.read.selectFrom('check_snapshots').selectAll().execute(),
      await store.read.selectFrom('checks').selectAll().execute(),
      await store.read.selectFrom('pending_runs').selectAll().execute(),
    ])
    assert.doesNotMatch(written, /pass-7f3a/)
    assert.match(written, /redis:\/\/me:\*\*\*@cache/)
    // A text of another check opens for nobody, and no target is asked with a mask for a password.
    const other = await under.addCheck(parts.config, {
      id: randomUUID(),
      checkType: 'TCP',
      sealedSecrets: parts.sealedSecrets,
    })
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await under.told(other), ['FINAL withheld at eu-west-1'])
  })

  test('a run whose secret cannot be opened ends as our own trouble, and says so', async (t) => {
    const under = await underTest(t)
    await under.setVariable('HOST', 'edge7.example.net')
    await under.store.write(async (db) => {
      await db.updateTable('variables').set({ value_sealed: 'v1.0000000000000000.AAAA' }).execute()
      await bumpRunContext(db)
    })
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheckNamed('{{HOST}}')
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await under.told(check), ['FINAL withheld at eu-west-1'])
    await under.setVariable('HOST', 'edge8.example.net')
    await under.advance(minuteMs)
    assert.equal(hostnameIn((await agent.leaseOne()).config), 'edge8.example.net')
  })
})
