import { useCheckActions } from '../../palette/check-actions.tsx'
import { joinClasses } from '../../parts/join-classes.ts'
import type { CheckOverviewRow } from '../../resources/check-overview.ts'

const shapes = {
  run: 'M6 4l10 6-10 6z',
  pause: 'M7 4v12M13 4v12',
  mute: 'M5 14h10M6 14V9a4 4 0 0 1 8 0v5M9 16.500h2M3 3l14 14',
  edit: 'M4 16l1-4 8-8 3 3-8 8z',
  duplicate: 'M7 7h9v9H7zM4 13V4h9',
} as const

/** Over the last columns of a row that the pointer or the focus is in. */
export function RowActions({ row, isSelected }: { row: CheckOverviewRow; isSelected: boolean }) {
  const actions = useCheckActions()
  return (
    <span
      className={joinClasses(
        'invisible absolute inset-y-0 right-0 flex min-w-44 items-center justify-end gap-0.5 px-1 group-focus-within/row:visible group-hover/row:visible max-md:hidden',
        isSelected ? 'bg-accent-wash' : 'bg-raised',
      )}
    >
      {actions.mayRun(row) ? (
        <Action shape="run" label={`Run ${row.name}`} title="Run now (R)" onClick={() => actions.run(row)} />
      ) : null}
      {actions.mayWrite ? (
        <>
          <Action
            shape={row.activated ? 'pause' : 'run'}
            label={`${row.activated ? 'Pause' : 'Resume'} ${row.name}`}
            title={row.activated ? 'Pause (P)' : 'Resume (P)'}
            onClick={() => actions.switchPause(row)}
          />
          <Action
            shape="mute"
            label={`${row.muted ? 'Unmute' : 'Mute'} ${row.name}`}
            title={row.muted ? 'Unmute (M)' : 'Mute (M)'}
            onClick={() => actions.switchMute(row)}
          />
          <Action
            shape="edit"
            label={`Edit ${row.name}`}
            title="Edit (E)"
            onClick={() => actions.edit(row)}
          />
          <Action
            shape="duplicate"
            label={`Duplicate ${row.name}`}
            title="Duplicate"
            onClick={() => actions.duplicate(row)}
          />
        </>
      ) : null}
    </span>
  )
}

function Action({
  shape,
  label,
  title,
  onClick,
}: {
  shape: keyof typeof shapes
  label: string
  title: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      className="text-soft hover:text-ink hover:bg-card grid size-6 cursor-pointer place-items-center rounded"
      onClick={onClick}
    >
      <svg viewBox="0 0 20 20" className="size-4" aria-hidden="true">
        <path
          d={shapes[shape]}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.750"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  )
}
