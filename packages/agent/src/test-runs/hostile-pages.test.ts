// In turns: real browsers in sandboxes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { browserProgram } from '@sonde/ground/testing/browser-program.ts'
import { findProgram } from '@sonde/sandbox/find-program.ts'
import type { HostileOrder, HostileReport } from '../../testing/hostile-pages-program.ts'

const program = fileURLToPath(new URL('../../testing/hostile-pages-program.ts', import.meta.url))
const missing = ['nft', 'bwrap', 'ip'].filter((name) => findProgram(name) === null)
const skip =
  process.getuid?.() !== 0
    ? 'it needs root'
    : missing.length > 0
      ? `${missing.join(', ')} not installed (Debian: nftables bubblewrap iproute2)`
      : !existsSync(browserProgram) && 'there is no browser'

suite('hostile scripts and pages of browser checks', { skip }, () => {
  let report: HostileReport
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-hostile-pages-'))
    chmodSync(folder, 0o711)
    after(() => rmSync(folder, { recursive: true, force: true }))
    const order: HostileOrder = { folder, chromiumPath: browserProgram }
    // The addresses that are tried are those of a machine without any other.
    const setUp = 'ip link set lo up && ip addr add 169.254.169.254/32 dev lo'
    const child = spawn(
      'unshare',
      [
        '--net',
        '/bin/sh',
        '-c',
        `${setUp} && exec "$@"`,
        'sh',
        process.execPath,
        program,
        JSON.stringify(order),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], timeout: 900_000 },
    )
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    assert.notEqual(stdout, '', stderr)
    report = JSON.parse(stdout)
  })

  test('SI 10.1, 10.6, 10.15, 10.16: nothing of the machine is read, written or reached, from a script or a page', () => {
    const { intruder, intrusions } = report
    assert.equal(report.way, 'firewall')
    assert.deepEqual([intruder.verdict, intruder.reason], ['passed', null], intruder.log.join('\n'))
    assert.deepEqual(
      intruder.log.filter((line) => line.startsWith('GOT THROUGH')),
      [],
    )
    assert.deepEqual(intrusions, [])
    // Each of them came to its end.
    for (const who of ['page', 'script'])
      assert.ok(intruder.log.includes(`the ${who} has tried`), intruder.log.join('\n'))
    assert.ok(intruder.log.filter((line) => line.startsWith('refused: ')).length > 40)
    assert.ok(!intruder.log.join('\n').includes('agent-key-of-ours'))
    for (const path of [
      '/var/tmp/sonde-hostile',
      '/var/tmp/sonde-hostile.png',
      '/usr/sonde-hostile',
      '/usr/sonde-hostile.png',
    ])
      assert.equal(existsSync(path), false, path)
    // Downloads are none of what a run is known to leave.
    assert.deepEqual(intruder.files, [])
    assert.ok(intruder.detailBytes < 1_000_000)
  })

  test('SI 10.15, 10.16: nor is it by a page that somebody only looks at, whatever it asks the browser for', () => {
    const { visitor } = report
    assert.deepEqual([visitor.verdict, visitor.reason], ['passed', null], visitor.log.join('\n'))
    assert.ok(visitor.detailBytes < 1_000_000)
  })

  test('SI 10.20: neither a script nor a browser has a port of the machine', () => {
    assert.deepEqual(report.ports, [])
  })

  test('SI 10.8: whatever a script says of itself, a test that failed has failed', () => {
    const { verdict, reason } = report.forger
    assert.equal(verdict, 'failed')
    assert.match(reason ?? '', /this test fails|the script wrote what is no message/)
  })

  test('SI 10.5, 10.6: what pages put into the storage of the browser counts, as memory or on the disk', () => {
    assert.ok(report.floods.length > 0)
    for (const { reason, told } of report.floods)
      assert.deepEqual([told.verdict, told.reason], ['failed', reason], told.log.join('\n'))
  })

  test('SI 10.12: popups, workers, service workers and daemons end with their run', () => {
    assert.deepEqual(report.survivors, [])
  })
})
