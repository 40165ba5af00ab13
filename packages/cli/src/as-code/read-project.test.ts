import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readProject } from './read-project.ts'

function folderOf(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-files-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

function read(
  folder: string,
  {
    named = [],
    environment = {},
    isStrict = true,
  }: { named?: string[]; environment?: Record<string, string>; isStrict?: boolean } = {},
) {
  const { mistakes, ...rest } = readProject(named, { folder, environment, isStrict })
  const texts = mistakes.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
  return { ...rest, mistakes: texts }
}

const url = (fields = '') =>
  `project: { logicalId: shop }
checks:
  home:
    checkType: URL
    name: Home
    request:
      url: https://example.net/
${fields}`

const mistakeCases: [what: string, text: string, mistakes: (string | RegExp)[]][] = [
  ['no mistake', url(), []],
  ['JSON', '{ "project": { "logicalId": "a" }, "checks": {} }', []],
  ['text that is no YAML', 'checks: [\n', [/^sonde\.yaml:2:1: Flow sequence in block collection must be/]],
  ['a field twice', url('    name: Again\n'), ['sonde.yaml:8:5: Map keys must be unique']],
  [
    'an unknown field, deep inside',
    url('      folowRedirects: true\n'),
    ['sonde.yaml:8:7: check "home": request.folowRedirects is not a known field'],
  ],
  [
    'a wrong value in a list',
    url('    locations: [eu-west-1, moon]\n'),
    [/^sonde\.yaml:8:28: check "home": locations\.1 must be one of us-east-1, /],
  ],
  [
    'a missing field, at what it is missing from',
    url().replace('    name: Home\n', ''),
    ['sonde.yaml:3:3: check "home": name is required'],
  ],
  [
    'a rule between fields',
    url('    frequency: 0\n    frequencyOffset: 7\n'),
    [/^sonde\.yaml:9:5: check "home": frequencyOffset /],
  ],
  [
    'no type of check',
    url().replace('    checkType: URL\n', ''),
    [/^sonde\.yaml:3:3: check "home": checkType is required: one of API, /],
  ],
  [
    'an unknown kind of thing',
    url('check: {}\n'),
    [/^sonde\.yaml:8:1: check is not a known field: a project has checks, checkGroups, /],
  ],
  [
    'a reference to nothing',
    url('    groupId: { ref: web }\n'),
    ['sonde.yaml:8:5: check "home": groupId refers to "web", which is not in checkGroups of these files'],
  ],
  [
    'a field of the wrong channel',
    'alertChannels:\n  ops:\n    type: EMAIL\n    config: { address: a@example.net, url: https://example.net }\n',
    ['sonde.yaml:4:39: alert-channel "ops": config.url is not a known field'],
  ],
  [
    'a logical id that is none',
    'checkGroups:\n  "a b": { name: A }\n',
    ['sonde.yaml:2:3: check-group "a b": its logical id may have letters, digits and _ - / # . only'],
  ],
  [
    'a variable that is not set',
    url('    description: ${{ env.NOTHING }}\n'),
    ['sonde.yaml:8:5: the environment variable NOTHING is not set'],
  ],
  [
    'an expression that nobody knows',
    url('    description: ${{ secrets.KEY }}\n'),
    [/^sonde\.yaml:8:5: description has \$\{\{ secrets\.KEY \}\}: only \$\{\{ env\.NAME \}\} is known/],
  ],
  [
    'a file that is not there',
    url('    description: { file: nothing.txt }\n'),
    [/^sonde\.yaml:8:20: description\.file cannot be read: ENOENT/],
  ],
  [
    'an include of nothing',
    'include: [nothing/*.yaml]\n',
    ['sonde.yaml:1:11: include: there is no file nothing/*.yaml'],
  ],
  ['an empty file', '# nothing yet\n', ['sonde.yaml:1:1: is empty']],
  ['a list', '- checks\n', ['sonde.yaml:1:1: must be a map of what the project has']],
]

for (const [what, text, expected] of mistakeCases) {
  test(`case 70: ${what} is told by file, line and column`, (t) => {
    const { mistakes } = read(folderOf(t, { 'sonde.yaml': text }))
    assert.equal(mistakes.length, expected.length, mistakes.join('\n'))
    for (const [index, mistake] of mistakes.entries()) {
      const wanted = expected[index] ?? ''
      if (typeof wanted === 'string') assert.equal(mistake, wanted)
      else assert.match(mistake, wanted)
    }
  })
}

test('a logical id in two files names both', (t) => {
  const folder = folderOf(t, {
    'sonde/a.yaml': 'project: { logicalId: shop }\ncheckGroups:\n  web: { name: Web }\n',
    'sonde/b/c.yml': 'checkGroups:\n  web: { name: Other }\n---\nproject: { logicalId: other }\n',
    'sonde/.hidden/d.yaml': 'nonsense: 1\n',
    'sonde/node_modules/x/package.json': '{}',
  })
  const { mistakes, files } = read(folder)
  assert.deepEqual(files, ['sonde/a.yaml', 'sonde/b/c.yml'])
  assert.deepEqual(mistakes, [
    'sonde/b/c.yml:2:3: check-group "web" is also in sonde/a.yaml:3',
    'sonde/b/c.yml:4:1: project is described in another file too',
  ])
})

test('variables, files, includes and anchors become what they stand for', (t) => {
  const folder = folderOf(t, {
    'sonde.yaml': `project: { logicalId: "\${{ env.STAGE }}/shop" }
include: [parts, sonde.yaml]
x-common: &common { locations: [eu-west-1] }
checks:
  login:
    <<: *common
    checkType: MULTI_STEP
    name: 'Login, $\${{ env.STAGE }}'
    script: { file: scripts/login.ts }
    environmentVariables: [{ key: TOKEN, value: "\${{ env.TOKEN }}", secret: true }]
`,
    'parts/groups.json': '{ "checkGroups": { "web": { "name": "Web" } } }',
    'scripts/login.ts': 'await page.goto(`${{ env.STAGE }}`)',
  })
  const { items, project, mistakes } = read(folder, { environment: { STAGE: 'test', TOKEN: 'a: b' } })
  assert.deepEqual(mistakes, [])
  assert.equal(project?.logicalId, 'test/shop')
  const [group, login] = items
  assert.deepEqual([group?.logicalId, group?.source.file], ['web', 'parts/groups.json'])
  assert.deepEqual(login?.body, {
    locations: ['eu-west-1'],
    checkType: 'MULTI_STEP',
    name: 'Login, ${{ env.STAGE }}',
    // What is in a file is nobody's template.
    script: 'await page.goto(`${{ env.STAGE }}`)',
    environmentVariables: [{ key: 'TOKEN', value: 'a: b', secret: true }],
  })
})

test('without its variables a project can be validated, but for what they stand for', (t) => {
  const folder = folderOf(t, {
    'sonde.yaml': url('    frequency: 7\n').replace('https://example.net/', '${{ env.HOME_PAGE }}'),
  })
  const { mistakes, unset } = read(folder, { isStrict: false })
  assert.deepEqual(mistakes.length, 1)
  assert.match(mistakes[0] ?? '', /^sonde\.yaml:8:5: check "home": frequency must be one of /)
  assert.deepEqual(
    unset.map(({ line, message }) => [line, message]),
    [[7, 'the environment variable HOME_PAGE is not set']],
  )
})

test('aliases that grow without end are a mistake, not the end of the memory', (t) => {
  const levels = Array.from({ length: 30 }, (_, index) =>
    index === 0 ? 'a0: &a0 [x, x]' : `a${index}: &a${index} [*a${index - 1}, *a${index - 1}]`,
  )
  const { mistakes } = read(folderOf(t, { 'sonde.yaml': levels.join('\n') }))
  assert.match(mistakes.join('\n'), /^sonde\.yaml:1:1: Excessive alias count/)
})

test('case 70: a status page of version 3 has components and rules, and no cards', (t) => {
  const text = `project: { logicalId: shop }
statusPages:
  status: { name: Shop, url: shop, version: 3 }
statusPageComponents:
  parts: { statusPageId: { ref: status }, type: GROUP, name: Parts }
  cart: { statusPageId: { ref: status }, parentId: { ref: parts }, name: Cart }
statusPageAutomationRules:
  down:
    statusPageId: { ref: status }
    name: Shop is down
    firstUpdate: We look into it.
    lastUpdate: Solved.
    tags: [shop]
    components:
      - { componentId: { ref: cart }, targetImpact: MAJOR_OUTAGE }
      - { componentId: { ref: parts }, targetImpact: PARTIAL_OUTAGE }
`
  assert.deepEqual(read(folderOf(t, { 'sonde.yaml': text })).mistakes, [])
  const wrong = text
    .replace('version: 3 }', 'version: 3, cards: [] }')
    .replace('type: GROUP, name: Parts', 'name: Parts, configuration: { expandedByDefault: true }')
    .replace('MAJOR_OUTAGE', 'OPERATIONAL')
  const { mistakes } = read(folderOf(t, { 'sonde.yaml': wrong }))
  assert.equal(mistakes.length, 3, mistakes.join('\n'))
  assert.match(mistakes.join('\n'), /status-page "status": cards is not a known field/)
  assert.match(mistakes.join('\n'), /"parts": configuration\.expandedByDefault is only allowed for a GROUP/)
  assert.match(mistakes.join('\n'), /"down": components\.0\.targetImpact must be one of /)
})
