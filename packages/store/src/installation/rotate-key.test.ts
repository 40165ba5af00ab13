// In turns: programs that are killed while they write.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { sql } from 'kysely'
import { startChild } from '../../testing/child.ts'
import { allRows } from '../../testing/backups.ts'
import { type TestDatabase, type TestEngine, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { checkSealContext } from '../checks/checks.ts'
import { insertSnapshots } from '../checks/check-snapshots.ts'
import { checkSecretsContext } from '../checks/sealed-secrets.ts'
import { encryptionKeyFile, nextKeyFile } from './encryption-key.ts'
import { type RotationOptions, rotateKey } from './rotate-key.ts'
import { sealedColumns } from './sealed-columns.ts'
import { type Store, openStore } from '../engine/store.ts'
import { insertVariable, variableSealContext } from '../variables/variables.ts'

type Where = Pick<TestDatabase, 'dataDir' | 'databaseUrl'>

const open = ({ dataDir, databaseUrl }: Where, encryptionKey: string | null = null) =>
  openStore({ dataDir, databaseUrl, encryptionKey, clock: systemClock })

const rotate = ({ dataDir, databaseUrl }: Where, options: Partial<RotationOptions> = {}) =>
  rotateKey({
    dataDir,
    databaseUrl,
    encryptionKey: null,
    newKeyFile: null,
    clock: systemClock,
    signal: new AbortController().signal,
    record: async () => {},
    onStep: () => {},
    ...options,
  })

async function placeOf(t: TestContext, engine: TestEngine): Promise<TestDatabase> {
  const place = await engine.createMigratedDatabase()
  t.after(place.remove)
  return place
}

/** Of which 200 are read at once. */
const variableCount = 250

/** More of them than are read at once, whose order in the index is not that of their letters. */
async function addSecrets(store: Store): Promise<{ accountId: string; checkId: string }> {
  const { id: accountId } = await addAccount(store)
  const { id: checkId } = await addCheck(store, accountId)
  await store.write(async (db) => {
    const sealedConfig = store.sealer.seal('of the check', checkSealContext(checkId))
    const sealedSecrets = store.sealer.seal('{"request.url":"x"}', checkSecretsContext(checkId))
    await db
      .updateTable('checks')
      .set({ sealed_config: sealedConfig, sealed_secrets: sealedSecrets })
      .where('id', '=', checkId)
      .execute()
    const { no } = await db
      .selectFrom('check_states')
      .select('no')
      .where('check_id', '=', checkId)
      .executeTakeFirstOrThrow()
    // The second is of a check that is gone: it is removed later, and nobody can open it.
    for (const checkNo of [no, no + 1_000]) {
      const content = { name: 'n', config: '{}', sealedSecrets, createdAt: 1 }
      await insertSnapshots(db, [{ checkNo, snapshot: 1, ...content }])
    }
    for (let count = 0; count < variableCount; count += 1) {
      const key = `${count % 2 === 0 ? 'a' : 'B'}_${count}`
      const valueSealed = store.sealer.seal(`value ${count}`, variableSealContext({ accountId, key }))
      const flags = { locked: false, secret: true, createdAt: 1, updatedAt: null }
      await insertVariable(db, { accountId, key, valueSealed, ...flags })
    }
  })
  return { accountId, checkId }
}

async function assertReadable(store: Store, { accountId, checkId }: { accountId: string; checkId: string }) {
  const check = await store.read
    .selectFrom('checks')
    .select(['sealed_config', 'sealed_secrets'])
    .where('id', '=', checkId)
    .executeTakeFirstOrThrow()
  assert.equal(store.sealer.open(check.sealed_config ?? '', checkSealContext(checkId)), 'of the check')
  const snapshots = await store.read.selectFrom('check_snapshots').selectAll().orderBy('check_no').execute()
  for (const sealed of [check.sealed_secrets, snapshots[0]?.sealed_secrets]) {
    assert.equal(store.sealer.open(sealed ?? '', checkSecretsContext(checkId)), '{"request.url":"x"}')
  }
  const variables = await store.read.selectFrom('variables').selectAll().execute()
  assert.equal(variables.length, variableCount)
  for (const { key, value_sealed: sealed } of variables) {
    assert.equal(store.sealer.open(sealed, variableSealContext({ accountId, key })), `value ${key.slice(2)}`)
  }
}

forEachEngine('a new encryption key', (engine) => {
  test('opens everything that the old one sealed, and the old one is kept beside it', async (t) => {
    const place = await placeOf(t, engine)
    const store = await open(place)
    const secrets = await addSecrets(store)
    const former = store.sealer.keyFingerprint
    await store.close()
    const oldKey = readFileSync(encryptionKeyFile(place.dataDir), 'utf8')
    const rotation = await rotate(place)
    assert.deepEqual([rotation.former, rotation.texts], [former, variableCount + 3])
    assert.notEqual(rotation.next, former)
    assert.equal(readFileSync(rotation.formerKeyFile ?? '', 'utf8'), oldKey)
    assert.equal(statSync(rotation.keyFile).mode & 0o777, 0o600)
    assert.ok(!existsSync(nextKeyFile(place.dataDir)))
    const again = await open(place)
    t.after(() => again.close())
    assert.equal(again.sealer.keyFingerprint, rotation.next)
    await assertReadable(again, secrets)
    assert.ok(!JSON.stringify(await allRows(place)).includes(`v1.${former}.`))
  })

  const steps = [
    ['key written', false],
    ['resealed', false],
    ['committed', true],
  ] as const
  for (const [step, isDone] of some(`steps of a rotation on ${engine.name}`, steps)) {
    test(`a program killed when its step "${step}" is over leaves a database that opens`, async (t) => {
      const place = await placeOf(t, engine)
      const store = await open(place)
      const secrets = await addSecrets(store)
      const former = store.sealer.keyFingerprint
      await store.close()
      const child = startChild('killed-rotation', [place.dataDir, place.databaseUrl ?? '', step])
      await child.ended
      assert.equal(child.process.signalCode, 'SIGKILL')
      const again = await open(place)
      assert.equal(again.sealer.keyFingerprint !== former, isDone)
      await assertReadable(again, secrets)
      await again.close()
      const { former: keyBefore } = await rotate(place)
      assert.equal(keyBefore, again.sealer.keyFingerprint)
      const last = await open(place)
      t.after(() => last.close())
      await assertReadable(last, secrets)
    })
  }

  test('that the operator keeps goes to the file of their choice, and there only', async (t) => {
    const place = await placeOf(t, engine)
    const encryptionKey = randomBytes(32).toString('hex')
    const store = await open(place, encryptionKey)
    const secrets = await addSecrets(store)
    await store.close()
    const newKeyFile = join(place.dataDir, 'new')
    const child = startChild('killed-rotation', [
      place.dataDir,
      place.databaseUrl ?? '',
      'resealed',
      encryptionKey,
      newKeyFile,
    ])
    await child.ended
    const written = readFileSync(newKeyFile, 'utf8')
    // The same file again: an interrupted rotation goes on with the key that it had made.
    await rotate(place, { encryptionKey, newKeyFile })
    assert.equal(readFileSync(newKeyFile, 'utf8'), written)
    assert.ok(!existsSync(encryptionKeyFile(place.dataDir)))
    await assert.rejects(open(place, encryptionKey), { setting: 'SONDE_ENCRYPTION_KEY' })
    await assert.rejects(rotate(place, { encryptionKey, newKeyFile }), {
      setting: 'SONDE_ENCRYPTION_KEY',
      message: /already uses the key in /,
    })
    const again = await open(place, written)
    t.after(() => again.close())
    await assertReadable(again, secrets)
  })

  test('is refused while a server has the database open', async (t) => {
    const place = await placeOf(t, engine)
    const store = await open(place)
    const { keyFingerprint } = store.sealer
    const lock = await store.takeWorkerSlot()
    await assert.rejects(rotate(place), { name: 'StoreFailure', message: /stop/ })
    await lock?.release()
    await store.close()
    const again = await open(place)
    assert.equal(again.sealer.keyFingerprint, keyFingerprint)
    await again.close()
  })

  test('is refused when a secret stands where nobody looks for one', async (t) => {
    const place = await placeOf(t, engine)
    const store = await open(place)
    await addAccount(store, { name: store.sealer.seal('hidden', 'nowhere') })
    const { keyFingerprint } = store.sealer
    await store.close()
    await assert.rejects(rotate(place), /accounts\.name still contains a secret of the old key/)
    const again = await open(place)
    assert.equal(again.sealer.keyFingerprint, keyFingerprint)
    await again.close()
  })

  test('is not kept from anybody by what people type', async (t) => {
    const place = await placeOf(t, engine)
    const store = await open(place)
    const sealed = store.sealer.seal('typed', 'nowhere')
    const { id: accountId } = await addAccount(store, { name: 'Ours' })
    await addAccount(store, { name: sealed })
    await addAccount(store, { name: `v1.${store.sealer.keyFingerprint}.` })
    await addCheck(store, accountId, { name: `see ${sealed}` })
    await store.close()
    await rotate(place)
    const again = await open(place)
    t.after(() => again.close())
    const names = await again.read.selectFrom('accounts').select('name').execute()
    assert.ok(names.some(({ name }) => name === sealed))
  })

  test('finds every column that is called like a sealed one', async (t) => {
    const place = await placeOf(t, engine)
    const store = await open(place)
    t.after(() => store.close())
    const tables = await store.read.introspection.getTables()
    const named = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => column.name.includes('sealed')).map((column) => `${name}.${column.name}`),
    )
    assert.deepEqual(
      sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted(),
      named.toSorted(),
    )
    for (const { table, key, also = [], column } of sealedColumns) {
      await sql`select ${sql.join([...key, ...also, column].map((name) => sql.ref(name)))} from ${sql.table(table)}`.execute(
        store.read,
      )
    }
  })
})
