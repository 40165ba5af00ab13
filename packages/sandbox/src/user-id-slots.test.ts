import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findProgram } from './find-program.ts'
import { loadLibc } from './libc.ts'
import { thisArchitecture } from './system-calls.ts'
import { claimUserIds, createUserIdSlots, parseUserIds } from './user-id-slots.ts'

test('a range of user ids is read, and nothing that could be somebody who matters', () => {
  assert.deepEqual(parseUserIds('64100-64199'), { first: 64100, last: 64199 })
  for (const text of ['', '64100', '0-100', '999-2000', '70000-60000', '1000-20000', '1000 - 1001', '-1-5'])
    assert.equal(parseUserIds(text), null, text)
})

test('a slot is taken by one run at a time, and never again after something in it has survived', () => {
  const lost: number[] = []
  const slots = createUserIdSlots({ first: 64100, last: 64101 }, ({ uid }) => lost.push(uid))
  const [first, second] = [slots.take(), slots.take()]
  assert.deepEqual([first, second, slots.take()], [{ uid: 64100 }, { uid: 64101 }, null])
  assert.ok(first !== null && second !== null)
  slots.giveBack(first, { survivors: true })
  slots.giveBack(second, { survivors: false })
  assert.deepEqual([slots.take(), slots.take()], [{ uid: 64101 }, null])
  assert.equal(slots.outOfUse, 1)
  assert.deepEqual(lost, [64100])
})

const architecture = process.platform === 'linux' ? thisArchitecture() : null
test(
  'ids are claimed by one agent at a time, and nobody can knock at its door',
  { skip: architecture === null },
  async () => {
    assert.ok(architecture !== null)
    const libc = loadLibc(architecture)
    const ids = { first: 70_000_000 + process.pid, last: 70_000_001 + process.pid }
    const claim = await claimUserIds(libc, ids)
    assert.ok(claim !== null)
    assert.equal(await claimUserIds(libc, ids), null)
    const [error] = await once(connect(`\0sonde-sandbox-${ids.first}-${ids.last}`), 'error')
    assert.equal(error.code, 'ECONNREFUSED')
    claim.release()
    const next = await claimUserIds(libc, ids)
    assert.ok(next !== null)
    next.release()
  },
)

const program = fileURLToPath(new URL('../testing/claim-program.ts', import.meta.url))
const noNetworks =
  architecture === null || process.getuid?.() !== 0
    ? 'it needs Linux and root'
    : findProgram('unshare') === null && 'unshare is not installed (Debian: util-linux)'

suite('agents that share processes and no network', { skip: noNetworks }, () => {
  function start(ids: { first: number; last: number }, user = '0') {
    const identity = ['setpriv', `--reuid=${user}`, '--clear-groups']
    const command = [process.execPath, program, String(ids.first), String(ids.last)]
    const child = spawn('unshare', ['--net', ...(user === '0' ? [] : identity), ...command], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return {
      child,
      exit: once(child, 'exit'),
      word: once(child.stdout, 'data').then(([word]) => String(word).trim()),
    }
  }

  test('only one of them has the ids', async (t) => {
    const ids = { first: 71_000_000 + process.pid, last: 71_000_001 + process.pid }
    const first = start(ids)
    t.after(() => first.child.kill('SIGKILL'))
    assert.equal(await first.word, 'claimed')
    const second = start(ids)
    t.after(() => second.child.kill('SIGKILL'))
    assert.equal(await second.word, 'taken')
    const overlapping = start({ first: ids.last, last: ids.last + 1 })
    t.after(() => overlapping.child.kill('SIGKILL'))
    assert.equal(await overlapping.word, 'taken', 'one id is enough')
    const others = start({ first: ids.last + 1, last: ids.last + 2 })
    t.after(() => others.child.kill('SIGKILL'))
    assert.equal(await others.word, 'claimed')
    // However it ends.
    first.child.kill('SIGKILL')
    await first.exit
    const third = start(ids)
    t.after(() => third.child.kill('SIGKILL'))
    assert.equal(await third.word, 'claimed')
  })

  test('of two that start at once one has them, and a script that takes the name keeps nobody from them', async (t) => {
    const ids = { first: 72_000_000 + process.pid, last: 72_000_001 + process.pid }
    const script = start(ids, String(ids.first))
    t.after(() => script.child.kill('SIGKILL'))
    assert.equal(await script.word, 'claimed')
    const both = [start(ids), start(ids)]
    t.after(() => both.forEach(({ child }) => child.kill('SIGKILL')))
    const words = await Promise.all(both.map(({ word }) => word))
    assert.deepEqual(words.toSorted(), ['claimed', 'taken'])
  })
})
