import type { RunScript, RunScripts } from '@sonde/schema/check-types/run-scripts.ts'
import { type WrittenScript, writtenScripts } from '@sonde/schema/checks/written-scripts.ts'
import { hashCode } from '@sonde/store/variables/code-files.ts'

type Settings = Readonly<Record<string, unknown>>

/** The scripts that runs of a check are begun with; null when it has none. `check` is as its group lets it run. */
export function freezeScripts(check: Settings, group: Settings | null): RunScripts | null {
  const written = writtenScripts(check, group)
  if (written === null) return null
  const { runtimeId } = check
  return {
    runtimeId: typeof runtimeId === 'string' ? runtimeId : null,
    setup: written.setup.map(frozen),
    teardown: written.teardown.map(frozen),
  }
}

function frozen(script: WrittenScript): RunScript {
  if ('snippetId' in script) return script
  const { owner, code } = script
  return { owner, sha256: hashCode(code), bytes: Buffer.byteLength(code) }
}
