import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import type { TestContext } from 'node:test'
import type { ApiUnderTest } from '@sonde/api/testing/api-under-test.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { runSonde } from '../src/operator/run-sonde.ts'

export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-as-code-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

/** By name, without the comment on the first line, which names the server. */
export function contentsOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  )
  return new Map(
    files
      .toSorted()
      .map((name) => [
        name,
        readFileSync(join(folder, name), 'utf8').replace(/^# yaml-language-server: .*\n/, ''),
      ]),
  )
}

/** The guarantee behind these casts: commands only read and write, and ask whether it is a terminal. */
export async function sonde(
  api: ApiUnderTest | null,
  args: readonly string[],
  environment: Record<string, string> = {},
  /** What somebody types who sits at a terminal. */
  typed: string | null = null,
) {
  const stdin = Object.assign(new PassThrough(), { isTTY: typed !== null })
  if (typed !== null) stdin.write(typed)
  const texts = { stdout: '', stderr: '' }
  const collect = (name: keyof typeof texts) =>
    new Writable({
      write(chunk: unknown, _encoding, done) {
        texts[name] += String(chunk)
        done()
      },
    }) as unknown as NodeJS.WriteStream
  const connection: Record<string, string> =
    api === null
      ? {}
      : {
          SONDE_URL: `http://127.0.0.1:${api.port}`,
          SONDE_API_KEY: api.ownerKey,
          SONDE_ACCOUNT_ID: api.accountId,
        }
  const code = await runSonde(args, {
    environment: { ...connection, ...environment },
    clock: systemClock,
    version: '0.0.0',
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    signal: new AbortController().signal,
  })
  return { code, ...texts }
}
