import type { ServedBy } from '@sonde/schema/agents/served-by.ts'
import { usePlaceNames } from './use-place-names.ts'

/** Where something ran, as people call it, with its code small beside it. */
export function Place({ code, servedBy }: { code: string; servedBy?: ServedBy | null | undefined }) {
  const { name, note } = usePlaceNames()(code, servedBy)
  return (
    <span>
      {name}
      {note === null ? null : (
        <span className="text-soft ml-1 text-xs font-normal whitespace-nowrap">{note}</span>
      )}
    </span>
  )
}
