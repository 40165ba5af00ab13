import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { formatCount } from '../parts/format.ts'
import { SearchMenu } from './search-menu.tsx'
import { Failed } from '../parts/states.tsx'
import { useFoundGroups, useFoundTags } from './found.ts'

/** What a dialog needs to know about the request that it leads to. */
type Edit = { isPending: boolean; isError: boolean; error: unknown }

function Foot({
  edit,
  word,
  isReady,
  isDanger = false,
  onClose,
}: {
  edit: Edit
  word: string
  isReady: boolean
  isDanger?: boolean
  onClose: () => void
}) {
  return (
    <>
      {edit.isError ? <Failed error={edit.error} /> : null}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look={isDanger ? 'danger' : 'primary'}
          type="submit"
          disabled={!isReady}
          isBusy={edit.isPending}
        >
          {word}
        </Button>
      </div>
    </>
  )
}

export function BulkTagsDialog({
  count,
  change,
  edit,
  onTags,
  onClose,
}: {
  count: string
  change: 'addTags' | 'removeTags'
  edit: Edit
  onTags: (tags: string[]) => void
  onClose: () => void
}) {
  const [tags, setTags] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const isAdding = change === 'addTags'
  const all = [...new Set([...tags, typed.trim()].filter((tag) => tag !== ''))]
  return (
    <Dialog title={isAdding ? `Add tags to ${count}` : `Remove tags from ${count}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (all.length > 0) onTags(all)
        }}
      >
        <ul aria-label="Chosen tags" className="mb-3 flex flex-wrap gap-2 empty:hidden">
          {tags.map((tag) => (
            <li key={tag}>
              <Button
                aria-label={`Do not use the tag ${tag}`}
                onClick={() => setTags(tags.filter((other) => other !== tag))}
              >
                {tag} <span aria-hidden="true">✕</span>
              </Button>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-40 flex-1">
            <Field label="Tag" help="One tag; Enter takes it.">
              {(control) => (
                <input
                  {...control}
                  className="control"
                  value={typed}
                  autoComplete="off"
                  onChange={({ target }) => setTyped(target.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || typed.trim() === '') return
                    event.preventDefault()
                    setTags(all)
                    setTyped('')
                  }}
                />
              )}
            </Field>
          </div>
          <div className="mb-5">
            <SearchMenu
              what="tag"
              label="In use"
              useFound={useFoundTags}
              onPick={({ key }) => setTags([...new Set([...tags, key])])}
            />
          </div>
        </div>
        <Foot edit={edit} word={isAdding ? 'Add' : 'Remove'} isReady={all.length > 0} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type Goal = { id: number; name: string } | 'none' | null

export function BulkGroupDialog({
  count,
  edit,
  onGroup,
  onClose,
}: {
  count: string
  edit: Edit
  onGroup: (groupId: number | null) => void
  onClose: () => void
}) {
  const [goal, setGoal] = useState<Goal>(null)
  return (
    <Dialog title={`Move ${count} to a group`} onClose={onClose}>
      <form
        className="min-h-72"
        onSubmit={(event) => {
          event.preventDefault()
          if (goal !== null) onGroup(goal === 'none' ? null : goal.id)
        }}
      >
        <p role="status" className="mb-3">
          {goal === null ? 'Choose where they go.' : goal === 'none' ? 'To no group' : `To “${goal.name}”`}
        </p>
        <div className="flex flex-wrap gap-2">
          <SearchMenu
            what="group"
            label="Group"
            useFound={useFoundGroups}
            onPick={({ key, name }) => setGoal({ id: Number(key), name })}
          />
          <Button onClick={() => setGoal('none')}>No group</Button>
        </div>
        {goal === 'none' ? (
          <p className="bg-warn-wash text-warn mt-3 rounded-md p-3">
            Checks that leave their groups are paused, since they may have no location of their own. Give them
            one, then resume them.
          </p>
        ) : null}
        <Foot edit={edit} word="Move" isReady={goal !== null} onClose={onClose} />
      </form>
    </Dialog>
  )
}

export function BulkDeleteDialog({
  number,
  edit,
  onDelete,
  onClose,
}: {
  number: number
  edit: Edit
  onDelete: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const isReady = typed.trim() === String(number)
  const what = `${formatCount(number)} ${number === 1 ? 'check' : 'checks'}`
  return (
    <Dialog title={`Delete ${what}?`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onDelete()
        }}
      >
        <p className="mb-4">
          <strong>{what}</strong> will be deleted with all results and alerts. This cannot be undone.
        </p>
        <Field label={`Type the number ${number} to confirm`}>
          {(control) => (
            <input
              {...control}
              className="control"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <Foot edit={edit} word="Delete" isDanger isReady={isReady} onClose={onClose} />
      </form>
    </Dialog>
  )
}
