import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { everyKind, makeConfiguration } from '@sonde/api/testing/random-configuration.ts'
import { apiUnderTest } from '@sonde/api/testing/api-under-test.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { contentsOf, sonde, temporaryFolder, writeFiles } from '../../testing/sonde-in-process.ts'

const shop = {
  'sonde.yaml': `project: { logicalId: shop, name: The shop }
include: [checks, channels.json]
`,
  'channels.json': `{ "alertChannels": { "ops": { "type": "WEBHOOK",
  "config": { "name": "Ops", "url": "https://example.net/\${{ env.HOOK }}", "method": "POST" } } } }`,
  'checks/all.yaml': `x-defaults: &defaults
  locations: [eu-west-1]
  frequency: 10
checkGroups:
  web: { name: Web }
checks:
  home:
    <<: *defaults
    checkType: URL
    name: Home
    groupId: { ref: web }
    request: { url: https://example.net/ }
    alertChannelSubscriptions:
      - alertChannelId: { ref: ops }
    privateLocations: [office]
  jobs/backup:
    checkType: HEARTBEAT
    name: Backup
    heartbeat: { period: 1, periodUnit: hours, grace: 5, graceUnit: minutes }
  login:
    <<: *defaults
    checkType: MULTI_STEP
    name: Login
    script: { file: ../scripts/login.spec.ts }
privateLocations:
  office: { name: Office, slugName: office }
`,
  'scripts/login.spec.ts': `import { test } from '@playwright/test'\ntest('costs \${{ 1 }}', () => {})\n`,
}

forOneEngine('projects of files', (engine) => {
  const api = apiUnderTest(engine)
  const other = apiUnderTest(engine)

  test('case 70: a folder is created, changed and deleted, with exit codes that pipelines can use', async (t) => {
    const folder = temporaryFolder(t)
    writeFiles(folder, shop)
    const file = join(folder, 'sonde.yaml')
    const environment = { HOOK: 'hunter2-hook', GITLAB_CI: 'true' }

    const first = await sonde(api, ['deploy', file, '--preview'], environment)
    assert.equal(first.code, 3, first.stderr)
    assert.match(first.stdout, /^create check "home" \(.*all\.yaml:7\)$/m)
    assert.match(first.stdout, /^create alert-channel "ops" \(.*channels\.json:1\)$/m)
    assert.match(first.stderr, /would be: 8 created, 0 changed, 0 deleted, 0 unchanged\n$/)
    assert.deepEqual((await api.call('GET', '/v1/projects')).body, [])

    const made = await sonde(api, ['deploy', file, '--no-runs'], environment)
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stderr, /done: 8 created, 0 changed, 0 deleted, 0 unchanged\n$/)
    assert.match(made.stdout, /^ping address of check "jobs\/backup": https:\/\/.*\/ping\/[0-9a-f-]{36}$/m)
    const checks = (await api.call('GET', '/v1/checks')).body
    assert.ok(Array.isArray(checks))
    const named = (name: string) => checks.filter(isRecord).find((check) => check['name'] === name) ?? {}
    assert.equal(named('Login')['script'], shop['scripts/login.spec.ts'])
    const locations = await api.call('GET', '/v1/private-locations')
    assert.deepEqual(named('Home')['privateLocations'], [locations.at('0.id')])

    const deployments = await api.call('GET', '/v1/projects/shop/deployments')
    assert.deepEqual(
      ['source', 'clientVersion', 'operator', 'ciName'].map((field) => deployments.at(`0.origin.${field}`)),
      ['sonde', '0.0.0', 'ci', 'GitLab CI/CD'],
    )

    const again = await sonde(api, ['diff', folder, '--json'], environment)
    assert.equal(again.code, 0, again.stderr)
    assert.deepEqual([JSON.parse(again.stdout).unchanged, JSON.parse(again.stdout).changed], [8, 0])

    writeFiles(folder, {
      'checks/all.yaml': shop['checks/all.yaml']
        .replace('name: Home', 'name: Start')
        .replace(/ {2}login:[^]*?spec\.ts \}\n/, ''),
    })
    const changed = await sonde(api, ['deploy', folder, '--dry-run'], environment)
    assert.equal(changed.code, 3, changed.stderr)
    assert.match(changed.stdout, /^change check "home" \(.*\): name\n/m)
    assert.match(changed.stdout, /^delete check "login"$/m)

    const refused = await sonde(api, ['deploy', folder], environment)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /1 resource would be deleted.*Use --yes to delete, or --preserve to keep\n$/)
    const done = await sonde(api, ['deploy', folder, '--yes', '--output', 'json'], environment)
    assert.equal(done.code, 0, done.stderr)
    const { created, changed: updated, deleted, deploymentId } = JSON.parse(done.stdout)
    assert.deepEqual([created, updated, deleted], [0, 1, 1])
    assert.match(deploymentId, /^[0-9a-f-]{36}$/)
    assert.doesNotMatch(first.stdout + first.stderr + made.stdout + made.stderr + done.stdout, /hunter2/)

    const kept = await sonde(api, ['destroy', '--project', 'shop'])
    assert.deepEqual([kept.code, /7 resources would be deleted/.test(kept.stderr)], [1, true], kept.stderr)
    const declined = await sonde(api, ['destroy', folder], {}, 'no\n')
    assert.deepEqual([declined.code, declined.stdout], [1, ''])
    assert.match(
      declined.stderr,
      /Delete 7 resources with their results\? \[y\/N\] [^]*sonde: nothing was changed\n$/,
    )
    const gone = await sonde(api, ['destroy', folder], {}, 'y\n')
    assert.equal(gone.code, 0, gone.stderr)
    assert.match(gone.stderr, /done: 0 created, 0 changed, 7 deleted, 0 unchanged\n$/)
    assert.deepEqual((await api.call('GET', '/v1/checks')).body, [])
    assert.equal((await sonde(api, ['destroy', '--project', 'shop', '--yes'])).code, 0)
  })

  test('the example, the commands and the pipelines of the documentation work as they stand there', async (t) => {
    const folder = temporaryFolder(t)
    const document = readFileSync(join(import.meta.dirname, '../../../../docs/monitoring-as-code.md'), 'utf8')
    const blocks = [...document.matchAll(/^```(\w*)\n([^]*?)^```/gm)].map(([, , text = '']) => text)
    const example = blocks.find((text) => text.startsWith('# yaml-language-server')) ?? ''
    writeFiles(folder, { 'monitoring/sonde.yaml': example })
    const commands = blocks.flatMap((text) =>
      [
        ...text.matchAll(
          /(?:npx sonde|sonde\.mjs) ((?:validate|diff|deploy) .*?)(?: +#.*| \|\| test \$\? -eq 3)?$/gm,
        ),
      ].map(([line, words = '']) => ({
        words,
        mayChange: line.includes('-eq 3') || words.includes('--preview'),
      })),
    )
    assert.ok(commands.length >= 9, JSON.stringify(commands))
    for (const { words, mayChange } of commands) {
      const args = words
        .trim()
        .split(' ')
        .map((word) => (word === 'monitoring' ? join(folder, word) : word))
      const { code, stderr } = await sonde(api, args, { HOOK_TOKEN: 'secret-of-the-hook' })
      assert.ok(code === 0 || (mayChange && code === 3), `${words}: ${code} ${stderr}`)
    }
    const mistake = /^monitoring\/sonde\.yaml:(\d+:\d+: .*)$/m.exec(document)?.[1] ?? ''
    writeFiles(folder, {
      'monitoring/sonde.yaml': example.replace(' url: https://shop', ' urll: https://shop'),
    })
    const wrong = await sonde(null, ['validate', join(folder, 'monitoring')])
    assert.ok(wrong.stderr.includes(mistake), `${mistake} is not in ${wrong.stderr}`)
    assert.equal((await sonde(api, ['destroy', '--project', 'shop', '--yes'])).code, 0)
  })

  test('what the account has can be named by slug and by number, and is neither changed nor deleted', async (t) => {
    const folder = temporaryFolder(t)
    const group = await api.call('POST', '/v2/check-groups', { body: { name: 'By hand' } })
    const location = { name: 'Cellar', slugName: 'cellar' }
    assert.equal((await api.call('POST', '/v1/private-locations', { body: location })).status, 201)
    const project = (slug: string) => ({
      'sonde.yaml': `project: { logicalId: guests }
checks:
  door:
    checkType: TCP
    name: Door
    groupId: ${String(group.at('id'))}
    privateLocations: [${slug}]
    request: { hostname: 127.0.0.1, port: 9 }
`,
    })
    writeFiles(folder, project('attic'))
    const unknown = await sonde(api, ['deploy', folder])
    assert.equal(unknown.code, 1)
    assert.match(
      unknown.stderr,
      /sonde\.yaml:7:24: check "door": privateLocations\.0 there is no private location "attic" in the account\n/,
    )
    writeFiles(folder, project('cellar'))
    assert.equal((await sonde(api, ['deploy', folder])).code, 0)
    assert.equal((await sonde(api, ['diff', folder])).code, 0)
    const destroyed = await sonde(api, ['destroy', folder, '--yes'])
    assert.equal(destroyed.code, 0, destroyed.stderr)
    assert.equal((await api.call('GET', `/v1/check-groups/${String(group.at('id'))}`)).status, 200)
  })

  test('what only the server knows to be wrong is told with file, line and column', async (t) => {
    const folder = temporaryFolder(t)
    writeFiles(folder, {
      'sonde.yaml': `project: { logicalId: wrong }
checks:
  a: { checkType: TCP, name: A, locations: [eu-west-1], request: { hostname: 127.0.0.1, port: 9 } }
`,
    })
    assert.equal((await sonde(api, ['deploy', folder])).code, 0)
    writeFiles(folder, {
      'sonde.yaml': `project: { logicalId: wrong }
checks:
  a:
    name: A
    checkType: URL
    locations: [eu-west-1]
    request: { url: https://example.net/ }
`,
    })
    const refused = await sonde(api, ['deploy', folder])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /sonde\.yaml:5:5: check "a": checkType cannot be changed/)
    assert.match(refused.stderr, /sonde: 1 mistake in the files; nothing was changed\n$/)
  })

  test('case 30: a rename in code alone is told, and `sonde rename` keeps the results', async (t) => {
    const folder = temporaryFolder(t)
    const file = (id: string, name: string) => ({
      'sonde.yaml': `project: { logicalId: renamed }
checks:
  ${id}: { checkType: TCP, name: ${name}, locations: [eu-west-1], request: { hostname: 127.0.0.1, port: 9 } }
`,
    })
    writeFiles(folder, file('home', 'Home'))
    assert.equal((await sonde(api, ['deploy', folder, '--no-runs'])).code, 0)
    writeFiles(folder, file('start', 'Start'))
    const preview = await sonde(api, ['diff', folder])
    assert.equal(preview.code, 3)
    assert.match(preview.stdout, /^create check "start" .*\n {2}looks like a rename of "home"/m)
    const command = /^ {2}npx sonde (rename .*)$/m.exec(preview.stdout)?.[1] ?? ''
    const renamed = await sonde(api, command.split(' '))
    assert.equal(renamed.code, 0, renamed.stderr)
    const after = await sonde(api, ['deploy', folder, '--no-runs'])
    assert.deepEqual([after.code, after.stdout.trim().split(' ').at(0)], [0, 'change'], after.stdout)
    assert.match(after.stderr, /done: 0 created, 1 changed, 0 deleted, 0 unchanged\n$/)

    const wrong = await sonde(api, ['rename', 'checks', 'a', 'b', '--project', 'renamed'])
    assert.deepEqual([wrong.code, /checks is not a type: use check, /.test(wrong.stderr)], [2, true])
    assert.equal((await sonde(api, ['rename', 'check', 'a', 'b'])).code, 2)
    assert.equal((await sonde(api, ['rename', 'check', 'start', '--project', 'renamed'])).code, 2)
    const unknown = await sonde(api, ['rename', 'check', 'a', 'b', '--project', 'renamed'])
    assert.deepEqual([unknown.code, /no such resource/.test(unknown.stderr)], [1, true], unknown.stderr)
    assert.equal((await sonde(api, ['rename', 'project', 'renamed', 'again'])).code, 0)
    const same = await sonde(api, ['diff', folder, '--project', 'again'])
    assert.equal(same.code, 0, same.stdout)
    assert.equal((await sonde(api, ['destroy', '--project', 'again', '--yes'])).code, 0)
  })

  test("case 31: `sonde adopt` makes something the project's own, and drift names what was changed by hand", async (t) => {
    const folder = temporaryFolder(t)
    writeFiles(folder, {
      'sonde.yaml': `project: { logicalId: adopting }
alertChannels:
  ops: { type: WEBHOOK, config: { name: Ops, url: 'https://example.net/hook', method: POST } }
`,
    })
    const body = { type: 'WEBHOOK', config: { name: 'Ops', url: 'https://example.net/hook', method: 'POST' } }
    const channel = await api.call('POST', '/v1/alert-channels', { body })
    const empty = temporaryFolder(t)
    writeFiles(empty, { 'sonde.yaml': 'project: { logicalId: adopting }\n' })
    assert.equal((await sonde(api, ['deploy', empty])).code, 0)
    const id = String(channel.at('id'))
    const adopted = await sonde(api, ['adopt', 'alert-channel', 'ops', id, '--project', 'adopting'])
    assert.equal(adopted.code, 0, adopted.stderr)
    const same = await sonde(api, ['deploy', folder])
    assert.match(same.stderr, /done: 0 created, 0 changed, 0 deleted, 1 unchanged\n$/, same.stdout)
    const again = await sonde(api, ['adopt', 'alert-channel', 'other', id, '--project', 'adopting'])
    assert.deepEqual([again.code, /belongs to the project "adopting"/.test(again.stderr)], [1, true])

    const patch = { body: { ...body, sendDegraded: true } }
    assert.equal((await api.call('PUT', `/v1/alert-channels/${id}`, patch)).status, 200)
    const drifted = await sonde(api, ['diff', folder])
    assert.equal(drifted.code, 3, drifted.stderr)
    assert.match(drifted.stdout, /^ {2}changed by hand since the last deploy: sendDegraded$/m)
    const told = await sonde(api, ['diff', '--drift', folder])
    assert.deepEqual(
      [told.code, told.stdout],
      [3, 'changed alert-channel "ops": sendDegraded\n'],
      told.stderr,
    )
    assert.equal((await sonde(api, ['deploy', folder])).code, 0)
    const none = await sonde(api, ['diff', '--drift', '--project', 'adopting', '--json'])
    assert.deepEqual([none.code, JSON.parse(none.stdout)], [0, { resources: [] }])
    assert.equal((await sonde(api, ['destroy', '--project', 'adopting', '--yes'])).code, 0)
  })

  test('masks of secrets that the account does not have are mistakes: nothing is created without them', async (t) => {
    const folder = temporaryFolder(t)
    writeFiles(folder, {
      'sonde.yaml': `project: { logicalId: masked }
checks:
  a:
    checkType: URL
    name: A
    locations: [eu-west-1]
    request:
      url: 'https://user:***@example.net/'
    environmentVariables:
      - { key: TOKEN, value: null, secret: true }
privateLocations:
  lab:
    name: Lab
    slugName: masked-lab
    proxyUrl: 'http://proxy:*********@proxy.example.net:3128'
`,
    })
    const refused = await sonde(api, ['deploy', folder])
    assert.equal(refused.code, 1, refused.stdout)
    const reason = 'has no value: it is masked here, and nothing is stored for it'
    for (const line of [
      `8:7: check "a": request.url ${reason}`,
      `10:23: check "a": environmentVariables.0.value ${reason}`,
      `15:5: private-location "lab": proxyUrl ${reason}`,
    ])
      assert.ok(refused.stderr.includes(line), `${line} is not in ${refused.stderr}`)
    assert.match(refused.stderr, /sonde: 3 mistakes in the files; nothing was changed\n$/)
  })

  test('an account of everything goes into files, from there to another server, and changes nothing there again', async (t) => {
    const folder = temporaryFolder(t)
    // Snippets and certificates are no part of a project: other servers have other ids for them.
    await makeConfiguration(api, api.accountId, { ...everyKind, snippets: 0, hasCertificate: false })
    const body = {
      name: 'A text of ours',
      locations: ['eu-west-1'],
      description: 'costs ${{ env.PRICE }}, or $${{',
      request: { url: 'https://example.net/' },
    }
    assert.equal((await api.call('POST', '/v1/checks/url', { body })).status, 201)
    const files = join(folder, 'files')
    const exported = await sonde(api, ['export', '--as-code', files, '--project', 'all', '--with-secrets'])
    assert.equal(exported.code, 0, exported.stderr)
    assert.match(exported.stderr, /not part of projects, and left out: 2 variables/)
    const twice = await sonde(api, ['export', '--as-code', files])
    assert.deepEqual([twice.code, /is not empty/.test(twice.stderr)], [1, true])

    const valid = await sonde(null, ['validate', files])
    assert.equal(valid.code, 0, valid.stderr)
    const adopted = await sonde(api, ['deploy', files, '--preview'])
    assert.equal(adopted.code, 0, adopted.stdout + adopted.stderr)
    const made = await sonde(other, ['deploy', files, '--no-runs'])
    assert.equal(made.code, 0, made.stderr)
    const again = await sonde(other, ['diff', files])
    assert.equal(again.code, 0, again.stdout + again.stderr)

    const copy = join(folder, 'copy')
    const copied = await sonde(other, ['export', '--as-code', copy, '--project', 'all', '--with-secrets'])
    assert.equal(copied.code, 0, copied.stderr)
    assert.deepEqual(contentsOf(copy), contentsOf(files))

    const masked = join(folder, 'masked')
    const hidden = await sonde(other, ['export', '--as-code', masked, '--project', 'all'])
    assert.equal(hidden.code, 0, hidden.stderr)
    const text = [...contentsOf(masked).values()].join('')
    assert.doesNotMatch(text, /hunter2|sesame|geniekey/)
    const unchanged = await sonde(other, ['deploy', masked])
    assert.equal(unchanged.code, 0, unchanged.stderr)
    assert.match(
      unchanged.stderr,
      /done: 0 created, 0 changed, 0 deleted, \d+ unchanged\n$/,
      unchanged.stdout,
    )
  })
})
