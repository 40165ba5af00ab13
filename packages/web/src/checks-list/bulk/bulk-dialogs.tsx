import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { formatCount } from '../../parts/format.ts'
import { SearchMenu } from '../search-menu.tsx'
import { Failed } from '../../parts/states.tsx'
import { useGroupOptions, useTagOptions } from '../search-options.ts'

/** What a dialog needs to know about the request that it leads to. */
type Edit = { isPending: boolean; isError: boolean; error: unknown }

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
  const [text, setText] = useState('')
  const isAdding = change === 'addTags'
  const all = [...new Set([...tags, text.trim()].filter((tag) => tag !== ''))]
  return (
    <FormDialog
      title={isAdding ? `Add tags to ${count}` : `Remove tags from ${count}`}
      submitWord={isAdding ? 'Add' : 'Remove'}
      isReady={all.length > 0}
      onSubmit={() => onTags(all)}
      isBusy={edit.isPending}
      onClose={onClose}
    >
      <div>
        <ul aria-label="Chosen tags" className="mb-3 flex flex-wrap gap-2 empty:hidden">
          {tags.map((tag) => (
            <li key={tag}>
              <Button
                aria-label={`Remove tag ${tag}`}
                onClick={() => setTags(tags.filter((other) => other !== tag))}
              >
                {tag} <span aria-hidden="true">✕</span>
              </Button>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-40 flex-1">
            <Field label="Tag" help="Press Enter to add it.">
              {(control) => (
                <input
                  {...control}
                  className="control"
                  value={text}
                  autoComplete="off"
                  onChange={({ target }) => setText(target.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || text.trim() === '') return
                    event.preventDefault()
                    setTags(all)
                    setText('')
                  }}
                />
              )}
            </Field>
          </div>
          <div className="mb-5">
            <SearchMenu
              what="tag"
              label="In use"
              useOptions={useTagOptions}
              onPick={({ key }) => setTags([...new Set([...tags, key])])}
            />
          </div>
        </div>
      </div>
      {edit.isError ? <Failed error={edit.error} /> : null}
    </FormDialog>
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
    <FormDialog
      title={`Move ${count} to a group`}
      submitWord="Move"
      hasMenu
      isReady={goal !== null}
      onSubmit={() => {
        if (goal !== null) onGroup(goal === 'none' ? null : goal.id)
      }}
      isBusy={edit.isPending}
      onClose={onClose}
    >
      <div>
        <p role="status" className="mb-3">
          {goal === null ? 'Choose a group.' : goal === 'none' ? 'To no group' : `To “${goal.name}”`}
        </p>
        <div className="flex flex-wrap gap-2">
          <SearchMenu
            what="group"
            label="Group"
            useOptions={useGroupOptions}
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
      </div>
      {edit.isError ? <Failed error={edit.error} /> : null}
    </FormDialog>
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
  const [text, setText] = useState('')
  const isReady = text.trim() === String(number)
  const what = `${formatCount(number)} ${number === 1 ? 'check' : 'checks'}`
  return (
    <FormDialog
      title={`Delete ${what}?`}
      submitWord="Delete"
      submitLook="danger"
      isReady={isReady}
      onSubmit={onDelete}
      isBusy={edit.isPending}
      onClose={onClose}
    >
      <div>
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
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </div>
      {edit.isError ? <Failed error={edit.error} /> : null}
    </FormDialog>
  )
}
