import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { foldTestCommand } from './test-command.ts'

test('case 19: projects and tags become quoted arguments', () => {
  const command = foldTestCommand('npx playwright test', {
    playwrightConfigPath: 'e2e/playwright.config.ts',
    pwProjects: ['x y'],
    pwTags: ['@a', '@b'],
  })
  assert.equal(
    command,
    "npx playwright test --config e2e/playwright.config.ts --project 'x y' --grep '@a|@b'",
  )
  assert.equal(foldTestCommand('npm run e2e', {}), 'npm run e2e')
  assert.equal(foldTestCommand('x', { pwTags: '@one', pwProjects: [] }), 'x --grep @one')
})

test('case 19: whatever a tag holds stays one argument', () => {
  for (const tag of ["'; rm -rf /", '$(reboot)', '`id`', '"', '\\', "a'b'c", '*', '~', '', '\n']) {
    const command = foldTestCommand('printf %s%s', { pwTags: [tag] })
    assert.equal(execFileSync('/bin/sh', ['-c', command]).toString(), `--grep${tag}`, JSON.stringify(tag))
  }
})
