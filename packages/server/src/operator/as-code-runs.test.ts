import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { apiUnderTest } from '@sonde/api/testing/api-under-test.ts'
import { sessionsUnderTest } from '@sonde/api/testing/session-runs.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { sonde, temporaryFolder, writeFiles } from '../../testing/sonde-in-process.ts'

forOneEngine('tests of projects of files', (engine) => {
  const api = apiUnderTest(engine)

  /** The id of the session that the command starts; whatever ends the command first ends the wait. */
  async function newSession(command: ReturnType<typeof sonde>, known = ''): Promise<string> {
    const over = new AbortController()
    const ended = command.finally(() => over.abort())
    while (!over.signal.aborted) {
      const listed = await api.call('GET', '/v1/test-sessions', { afterMs: 1_000 })
      const id = String(listed.at('entries.0.id') ?? known)
      if (id !== known) return id
      await setImmediate()
    }
    const { code, stderr } = await ended
    throw new Error(`ended with ${code} and without a session: ${stderr}`)
  }

  test('a test of the files runs their checks once: results, report and exit code', async (t) => {
    const folder = temporaryFolder(t)
    writeFiles(folder, {
      'sonde.yaml': `project: { logicalId: tested, name: Tested & tried }
checkGroups:
  web: { name: Web, tags: [smoke], environmentVariables: [{ key: HOST, value: example.net }] }
checks:
  good: { checkType: URL, name: Good, groupId: { ref: web }, request: { url: 'https://{{HOST}}/' } }
  bad: { checkType: URL, name: 'Bad <one>', tags: [smoke], request: { url: https://example.net/ } }
  none: { checkType: TCP, name: None, tags: [smoke], request: { hostname: 127.0.0.1, port: 9 } }
  steps: { checkType: MULTI_STEP, name: Steps, tags: [smoke], script: "import './a'",
    dependencies: [{ path: a.ts, content: 'export {}' }] }
  other: { checkType: TCP, name: Other, request: { hostname: 127.0.0.1, port: 9 } }
  beat: { checkType: HEARTBEAT, name: Beat, tags: [smoke],
    heartbeat: { period: 1, periodUnit: hours, grace: 5, graceUnit: minutes } }
`,
    })
    const sessions = sessionsUnderTest(api)
    const report = join(folder, 'report.xml')
    const args = [
      'test',
      folder,
      '--location',
      'eu-west-1',
      '--tag',
      'smoke',
      '--retries',
      '1',
      '--junit',
      report,
    ]
    const running = sonde(api, args)
    const id = await newSession(running)
    const session = await api.call('GET', `/v1/test-sessions/${id}`)
    const results = session.at('results')
    assert.ok(Array.isArray(results))
    const runIds = new Map(
      results.filter(isRecord).map((run) => [String(run['logicalId']), String(run['testSessionResultId'])]),
    )
    assert.deepEqual([...runIds.keys()].toSorted(), ['bad', 'good', 'none', 'steps'])
    assert.deepEqual(
      [session.at('name'), session.at('projectLogicalId')],
      ['Test of Tested & tried', 'tested'],
    )
    await sessions.end(runIds.get('good') ?? '')
    await sessions.end(runIds.get('steps') ?? '')
    await sessions.end(runIds.get('bad') ?? '', 'failed', { reason: 'Status is 503, not 200' })
    await sessions.end(runIds.get('none') ?? '', 'withheld', { reason: 'The agent was lost' })
    const failed = await running
    assert.equal(failed.code, 1, failed.stderr)
    assert.match(failed.stdout, /^passed check "good" \(42 ms\)$/m)
    assert.match(failed.stdout, /^passed check "steps" \(42 ms\)$/m)
    assert.match(failed.stdout, /^failed check "bad" \(42 ms\): Status is 503, not 200$/m)
    assert.match(failed.stdout, /^not run check "none".*: The agent was lost$/m)
    assert.match(failed.stderr, /^2 passed, 2 failed, 0 cancelled$/m)
    const xml = readFileSync(report, 'utf8')
    assert.match(
      xml,
      /<testsuite name="Test of Tested &amp; tried" tests="4" failures="1" errors="1" skipped="0"/,
    )
    assert.match(
      xml,
      /<testcase name="Bad &lt;one&gt;" classname="URL bad" time="0\.042"><failure message="Status is 503, not 200"\/>/,
    )

    const passing = sonde(api, ['test', folder, '--location', 'eu-west-1', '--grep', 'OTHER', '--json'])
    const second = await newSession(passing, id)
    const only = await api.call('GET', `/v1/test-sessions/${second}`)
    await sessions.end(String(only.at('results.0.testSessionResultId')))
    const passed = await passing
    assert.deepEqual([passed.code, JSON.parse(passed.stdout).results.length], [0, 1], passed.stderr)
    const nothing = await sonde(api, ['test', folder, '--grep', 'beat'])
    assert.deepEqual([nothing.code, /no check to run/.test(nothing.stderr)], [1, true])
  })
})
