// Claims the user ids that it is told, says whether it has them, and keeps them until its input ends.
import { loadLibc } from '@sonde/sandbox/libc.ts'
import { thisArchitecture } from '@sonde/sandbox/system-calls.ts'
import { claimUserIds } from '@sonde/sandbox/user-id-slots.ts'

const architecture = thisArchitecture()
if (architecture === null) throw new Error('there are no system calls of ours here')
const ids = { first: Number(process.argv[2]), last: Number(process.argv[3]) }
const claim = await claimUserIds(loadLibc(architecture), ids)
process.stdout.write(claim === null ? 'taken\n' : 'claimed\n')
process.stdin.on('end', () => claim?.release()).resume()
