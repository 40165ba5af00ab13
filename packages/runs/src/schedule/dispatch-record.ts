import type { WantedSnapshot } from '@sonde/store/checks/check-snapshots.ts'
import type { ShardProgress } from '@sonde/store/cluster/shard-progress.ts'
import type { DueCount } from '@sonde/store/runs/due-runs.ts'
import type { LeftOutSlots, RunKey } from '@sonde/store/runs/left-out-slots.ts'
import type { Run } from '../run.ts'

/** What must be on the disk before the runs of a slot are published. */
export type DispatchRecord = {
  due: readonly DueCount[]
  /** Slots that are not due as long as the agents that hold these runs make them. */
  leftOut: readonly LeftOutSlots[]
  /** Runs of which it is known whether somebody was looking: what was left out because of them is counted, or not due. */
  settled: readonly RunKey[]
  snapshots: readonly WantedSnapshot[]
  /** Where the rotations of checks with several locations stand. */
  origins: readonly { checkNo: number; origin: string }[]
  /** Of the shards that this is about; a server that runs all checks has one. */
  progress: readonly ShardProgress[]
  /** What is published afterwards. */
  runs: readonly Run[]
}
