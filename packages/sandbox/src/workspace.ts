import type { Logger } from '@sonde/ground/logger.ts'
import { createRunFolder, type RunFolder } from './run-folder.ts'
import type { Workspace } from './sandbox.ts'
import type { Slot, UserIdSlots } from './user-id-slots.ts'

/** What a run has to itself on the machine: a user id where the level has them, and a folder where one is needed. */
export type RunPlace = {
  uid: number | null
  folder: RunFolder | null
  /** One sandbox of it has ended. */
  release(state: { survivors: boolean }): Promise<void>
}

const shared = new WeakMap<Workspace, RunPlace>()

type PlaceOptions = { folders: string; log: Logger; slots: UserIdSlots | null }

/** A place for one sandbox, which goes with it; or that of the workspace, which stays. */
export async function takePlace(
  options: PlaceOptions,
  { workspace, needsFolder }: { workspace: Workspace | undefined; needsFolder: boolean },
): Promise<RunPlace> {
  if (workspace === undefined) return await makePlace(options, needsFolder)
  const place = shared.get(workspace)
  if (place === undefined) throw new Error('the workspace is closed, or was opened by another level')
  return place
}

/** A folder, and a user id where the level has them, for sandboxes one after the other. */
export async function openWorkspace(options: PlaceOptions): Promise<Workspace> {
  const own = await makePlace(options, true)
  let hasSurvivors = false
  const workspace: Workspace = {
    hostFolder: own.folder?.path ?? '',
    async close() {
      if (shared.delete(workspace)) await own.release({ survivors: hasSurvivors })
    },
  }
  shared.set(workspace, {
    ...own,
    async release({ survivors }) {
      // The next one would not be alone.
      if (survivors) shared.delete(workspace)
      hasSurvivors ||= survivors
    },
  })
  return workspace
}

async function makePlace({ folders, log, slots }: PlaceOptions, needsFolder: boolean): Promise<RunPlace> {
  const slot = takeSlot(slots)
  const uid = slot?.uid ?? null
  let folder: RunFolder | null = null
  const release = async ({ survivors }: { survivors: boolean }) => {
    await folder?.remove()
    if (slot !== null) slots?.giveBack(slot, { survivors })
    else if (survivors) log.error({}, 'Processes of a scripted run could not be ended')
  }
  try {
    if (needsFolder) folder = await createRunFolder({ folders, log }, uid)
    return { uid, folder, release }
  } catch (error) {
    await release({ survivors: false })
    throw error
  }
}

function takeSlot(slots: UserIdSlots | null): Slot | null {
  if (slots === null) return null
  const slot = slots.take()
  if (slot === null) throw new Error('all user ids of SANDBOX_UIDS are in use')
  return slot
}
