import { mkdtempSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const pollMs = 200

/**
 * Takes the lock folder, waiting while a living process holds it. The folder holds one empty file per owner.
 *
 * Both steps of taking it are atomic: renaming a folder that already names its owner succeeds only where
 * there is no folder or an empty one, and a dead owner is removed by its own name, so that two processes
 * that notice it at the same moment cannot remove the lock of the one that was faster.
 *
 * @param {string} folder
 * @param {(ownerPid: number) => void} onWait called once, when somebody else holds the lock
 * @returns {Promise<{ addOwner(pid: number): void, release(): void }>}
 */
export async function takeInstallLock(folder, onWait) {
  const owners = [ownerName(process.pid)]
  for (let saidSo = false; ; await wait(pollMs)) {
    const holder = removeDeadOwners(folder)
    if (holder === null && tryToTake(folder, owners[0])) break
    if (holder !== null && !saidSo) {
      onWait(holder)
      saidSo = true
    }
  }
  return {
    // A child that outlives us must keep the lock: it is the one that writes.
    addOwner(pid) {
      owners.push(ownerName(pid))
      writeFileSync(join(folder, owners.at(-1)), '')
    },
    release() {
      for (const owner of owners) rmSync(join(folder, owner), { force: true })
      ignoring(['ENOENT', 'ENOTEMPTY'], () => rmdirSync(folder))
    },
  }
}

function tryToTake(folder, owner) {
  const prepared = mkdtempSync(`${folder}-`)
  writeFileSync(join(prepared, owner), '')
  const isTaken = ignoring(['ENOTEMPTY', 'EEXIST'], () => {
    renameSync(prepared, folder)
    return true
  })
  if (!isTaken) rmSync(prepared, { recursive: true })
  return isTaken
}

function removeDeadOwners(folder) {
  const owners = ignoring(['ENOENT'], () => readdirSync(folder)) ?? []
  for (const owner of owners) {
    const pid = Number.parseInt(owner, 10)
    if (ownerName(pid) === owner && isAlive(pid)) return pid
    rmSync(join(folder, owner), { force: true })
  }
  return null
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// Process ids are used again, after a restart of a container often at once: the time at which the process
// started, where the system tells it, makes the name unique. What has ended but was never waited for (in a
// container whose first process does not do that) gets a name that no owner has.
function ownerName(pid) {
  const stat = ignoring(['ENOENT', 'ESRCH'], () => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (stat === undefined) return `${pid}-unknown`
  // The second field is the program's name in brackets and may hold spaces: count from its end.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return `${pid}-${state === 'Z' ? 'ended' : fields[18]}`
}

function ignoring(codes, act) {
  try {
    return act()
  } catch (error) {
    if (!codes.includes(error.code)) throw error
    return undefined
  }
}
