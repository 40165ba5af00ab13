import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { Command } from 'commander'
import { addCommands } from './add-commands.ts'

async function namesFor(asked: string | undefined): Promise<string[]> {
  const program = new Command()
  await addCommands(program, asked, {
    environment: {},
    clock: systemClock,
    version: '0.0.0',
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: new AbortController().signal,
    localAddress: () => 'http://127.0.0.1:3000',
  })
  return program.commands.map((command) => command.name())
}

test('every command is found by its name, without the code of all others', async () => {
  const all = await namesFor(undefined)
  assert.ok(all.length > 15)
  for (const name of all) {
    const loaded = await namesFor(name)
    assert.ok(loaded.includes(name), name)
    assert.ok(loaded.length < all.length, `${name} loads everything`)
  }
})

test('for a word that is no command, all are there to choose from', async () => {
  assert.deepEqual(await namesFor('bakup'), await namesFor(undefined))
})
