import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { findProgram } from '../find-program.ts'
import { createMachineShortage } from './machine-shortage.ts'

const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

/** Runs a program in a process of its own, which nobody else is to miss its descriptors with. */
async function printed(command: string, code: string): Promise<unknown> {
  const args = ['-c', `${command} exec "$0" "$@"`, process.execPath, '--input-type=module', '-e', code]
  const child = spawn('/bin/sh', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout))
}

test('an agent without descriptors finds neither that a run has taken too much disk nor that it is gone', async () => {
  const answers = await printed(
    'ulimit -n 64 &&',
    `
    import { openSync, closeSync, writeSync } from 'node:fs'
    import { createFolderMeter } from ${here('watch-limits.ts')}
    import { readProcess, childrenOf } from ${here('../process-table.ts')}
    import { untilGone } from ${here('../until-gone.ts')}
    const all = []
    try { for (;;) all.push(openSync('/dev/null')) } catch {}
    const attempt = async (act) => { try { return await act() } catch (error) { return error.code } }
    const answers = [
      await attempt(createFolderMeter('/usr', { limitBytes: 1 })),
      await attempt(() => readProcess(process.pid)),
      await attempt(() => childrenOf(process.pid)),
    ]
    let passes = 0
    answers.push(await untilGone(() => {
      passes += 1
      if (passes === 3) for (const descriptor of all) closeSync(descriptor)
      return readProcess(process.pid) !== null
    }), passes)
    writeSync(1, JSON.stringify(answers))`,
  )
  assert.deepEqual(answers, ['EMFILE', 'EMFILE', 'EMFILE', true, 3])
})

test('processes that the kernel kills for want of memory are noticed from the beginning of the run on', () => {
  let kills = 3
  const shortage = createMachineShortage({ folder: null, oomKills: () => kills })
  kills = 4
  shortage.look()
  assert.equal(shortage.found(), null, 'it has not begun')
  shortage.begin()
  shortage.look()
  assert.equal(shortage.found(), null)
  kills = 5
  shortage.look()
  assert.match(shortage.found() ?? '', /has run out of memory/)
})

const canMount = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0
test(
  'a disk that was full for a moment is remembered',
  { skip: !canMount || findProgram('mount') === null },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-full-disk-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const answers = await printed(
      `exec unshare --user --map-root-user --mount /bin/sh -c 'mount -t tmpfs -o size=8m none "$0" && exec "$@"' ${folder} "$0" "$@";`,
      `
      import { rmSync, writeFileSync, writeSync } from 'node:fs'
      import { createMachineShortage } from ${here('machine-shortage.ts')}
      const shortage = createMachineShortage({ folder: ${JSON.stringify(folder)} })
      shortage.begin()
      shortage.look()
      const answers = [shortage.found()]
      try { writeFileSync(${JSON.stringify(`${folder}/file`)}, Buffer.alloc(9 << 20)) } catch (error) { answers.push(error.code) }
      shortage.look()
      rmSync(${JSON.stringify(`${folder}/file`)})
      shortage.look()
      writeSync(1, JSON.stringify([...answers, shortage.found()]))`,
    )
    assert.deepEqual(answers, [
      null,
      'ENOSPC',
      "The agent's machine has no space left on the disk of WORK_DIR",
    ])
  },
)
