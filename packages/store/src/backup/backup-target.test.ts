import assert from 'node:assert/strict'
import { linkSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allRows, backUp } from '../../testing/backups.ts'
import { forEachEngine } from '../../testing/engines.ts'
import { folderOf, open, migratedPlaceOf } from '../../testing/filled-store.ts'
import { addAccount } from '../../testing/rows.ts'
import { encryptionKeyFile } from '../installation/encryption-key.ts'

forEachEngine('the file of a backup', (engine) => {
  test('never replaces the installation itself, nor anything but a regular file', async (t) => {
    const place = await migratedPlaceOf(t, engine)
    const folder = folderOf(t)
    const store = await open(place)
    t.after(() => store.close())
    await addAccount(store)
    const { dataDir } = place
    const before = await allRows(place)
    const key = readFileSync(encryptionKeyFile(dataDir))
    symlinkSync(dataDir, join(folder, 'data'))
    symlinkSync(encryptionKeyFile(dataDir), join(folder, 'link-to-key'))
    linkSync(encryptionKeyFile(dataDir), join(folder, 'same-as-key'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'))
    const refused = [
      ...['sonde.db', 'sonde.db-wal', 'sonde.db-shm', 'encryption.key', 'encryption.key.new'].flatMap(
        (name) => [join(dataDir, name), join(folder, 'data', name)],
      ),
      join(folder, 'link-to-key'),
      join(folder, 'same-as-key'),
      join(folder, 'dangling'),
      folder,
      '/dev/null',
    ]
    for (const file of refused) {
      for (const force of [false, true]) {
        await assert.rejects(backUp(place, file, { force }), { name: 'BackupFailure' }, file)
      }
    }
    assert.deepEqual(readFileSync(encryptionKeyFile(dataDir)), key)
    assert.ok(statSync('/dev/null').isCharacterDevice())
    assert.deepEqual(await allRows(place), before)
    await backUp(place, join(dataDir, 'sonde.db.zst'))
  })
})
