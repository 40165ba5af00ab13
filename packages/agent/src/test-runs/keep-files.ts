import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUtf8 } from 'node:buffer'
import type { RunFiles } from '../artifacts/artifact-uploads.ts'
import type { PatientScrubber } from '../artifacts/patient-scrubber.ts'
import type { ArtifactFile } from '../artifacts/upload-artifact.ts'
import { copyLeftFile, type LeftFile } from './collect-files.ts'

/** Texts above this are not looked through for secrets, and therefore not kept. */
const longestText = 5_000_000
/**
 * Of all files of a run. Where it lay, a file with nothing in it takes no room, however long it is; a thousand copies of such files
 * would fill the disk of the agent.
 */
const defaultCopiedBytes = 2_000_000_000
/** A report as an archive is one that we have made, without secrets. */
export const maskedArchive = 'application/zip'
const tooLongToMask = `secrets are not looked for in more than ${longestText} bytes`

type Copy = LeftFile & { copy: string }

/** Files of one run on their way from its folder to the service. */
export function createKeptFiles({
  folders,
  mostCopiedBytes = defaultCopiedBytes,
  onWarning,
}: {
  /** Where the agent keeps what is its own: what is left of one that was killed is removed from there. */
  folders: string
  mostCopiedBytes?: number
  onWarning(text: string): void
}) {
  let folder: string | null = null
  const copies: Copy[] = []
  let copiedBytes = 0

  async function ownFolder(): Promise<string> {
    if (folder === null) {
      await mkdir(folders, { recursive: true })
      folder = await mkdtemp(join(folders, 'files-'))
    }
    return folder
  }

  async function copyFiles(left: readonly LeftFile[]): Promise<void> {
    if (left.length === 0) return
    const target = await ownFolder()
    let leftOut = 0
    for (const file of left) {
      const { size } = await lstat(file.path)
      if (copiedBytes + size > mostCopiedBytes) {
        leftOut += 1
        continue
      }
      copiedBytes += size
      const copy = join(target, String(copies.length))
      if (await copyLeftFile(file.path, copy)) copies.push({ ...file, copy })
    }
    if (leftOut > 0)
      onWarning(
        `${leftOut} files of the run are not kept: all of them have more than ${mostCopiedBytes} bytes`,
      )
  }

  /** A folder that its script has closed, or a disk of ours that is full: the verdict of the run is not theirs. */
  async function unlessBroken<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work()
    } catch (error) {
      onWarning(`Not all files of the run are kept: ${error instanceof Error ? error.message : error}`)
      return null
    }
  }

  return {
    /** While the folder of the run is still there, and nothing can change it any more. */
    async collect(list: () => Promise<readonly LeftFile[]>): Promise<void> {
      await unlessBroken(async () => copyFiles(await list()))
    },
    /** Those that lay at one of these places, with what they hold. */
    async contentsAt(
      places: ReadonlySet<string>,
    ): Promise<{ place: string; path: string; bytes: number; sha256: string }[]> {
      const wanted = copies.filter(({ place }) => places.has(place))
      const contents = await unlessBroken(() =>
        Promise.all(
          wanted.map(async ({ place, copy }) => ({ place, path: copy, ...(await contentOf(copy)) })),
        ),
      )
      return contents ?? []
    },
    /**
     * Those that are to be uploaded, and how they are called by where they lay. Recordings, reports and other files only
     * `withRecordings`, and nothing that lay at one of the places `without`. Traces go through `scrub`, other texts through
     * the masks; what cannot be masked is left out, and that is said.
     */
    async finish({
      withRecordings,
      without = new Set(),
      golden = new Set(),
      masks,
      scrub,
      log = null,
    }: {
      withRecordings: boolean
      without?: ReadonlySet<string>
      /** Where golden files lay that the run has made. */
      golden?: ReadonlySet<string>
      /** Makes what masks texts and names: the title of a test is part of them. */
      masks(): PatientScrubber
      scrub(path: string, target: string): Promise<string | null>
      /** The whole log, where the result has no room for it. */
      log?: { name: string; text(masks: PatientScrubber): Promise<string> } | null
    }): Promise<RunFiles & { names: ReadonlyMap<string, string> }> {
      const files: ArtifactFile[] = []
      const names = new Map<string, string>()
      const kept = copies.filter(
        ({ kind, place, isOther }) =>
          !without.has(place) && (!isOther || golden.has(place)) && (withRecordings || kind === 'screenshot'),
      )
      if (kept.length === 0 && log === null) return { files, names, dispose }
      const masking = masks()
      for (const { copy, name, kind, contentType, place } of kept) {
        const shown = masking.text(name)
        const path =
          kind === 'trace'
            ? await scrubbedTrace(copy, shown, scrub)
            : kind === 'file' || (kind === 'report' && contentType !== maskedArchive)
              ? await unlessBroken(() => scrubbedText(copy, shown, masking))
              : copy
        if (path === null) continue
        files.push({ path, name: shown, kind, contentType })
        names.set(place, shown)
      }
      if (log !== null) {
        const { name, text } = log
        await unlessBroken(async () => {
          const path = join(await ownFolder(), name)
          await writeFile(path, await text(masking), { mode: 0o600 })
          files.push({ path, name, kind: 'log', contentType: 'text/plain' })
        })
      }
      return { files, names, dispose }
    },
    dispose,
  }

  async function scrubbedTrace(
    copy: string,
    name: string,
    scrub: (path: string, target: string) => Promise<string | null>,
  ): Promise<string | null> {
    const target = `${copy}.scrubbed`
    const refusal = await scrub(copy, target).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    )
    await unlink(copy)
    if (refusal === null) return target
    onWarning(`The trace ${name} is not kept: ${refusal}`)
    return null
  }

  /** What is no text is kept as it is, like pictures. */
  async function scrubbedText(
    copy: string,
    name: string,
    { longText }: PatientScrubber,
  ): Promise<string | null> {
    if ((await stat(copy)).size > longestText) {
      if (!(await isTextFile(copy))) return copy
      onWarning(`The file ${name} is not kept: ${tooLongToMask}`)
      return null
    }
    const whole = await textIn(copy)
    if (whole === null) return copy
    const target = `${copy}.scrubbed`
    await writeFile(target, await longText(whole), { mode: 0o600 })
    return target
  }

  async function dispose(): Promise<void> {
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
}

/** Why a file must not be stored as it is; null when it may be. A masked one would never match. */
export async function whySecret(path: string, { longText }: PatientScrubber): Promise<string | null> {
  const whole = await textIn(path)
  if (whole === null) return null
  if (whole.length > longestText) return tooLongToMask
  return (await longText(whole)) === whole ? null : 'it contains a secret'
}

/** Looked through piece by piece: archives may have 150 MB. */
async function isTextFile(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Null for what is no text. */
async function textIn(path: string): Promise<string | null> {
  const bytes = await readFile(path)
  return isUtf8(bytes) ? bytes.toString() : null
}

async function contentOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    digest.update(chunk)
  }
  return { bytes, sha256: digest.digest('hex') }
}
