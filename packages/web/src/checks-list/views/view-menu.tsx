import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { useToast } from '../../parts/toast.tsx'
import { listDefaults } from '../list-defaults.ts'
import { longestName, viewShown, type SavedView } from './saved-views.ts'
import type { ChecksSearch } from '../search-params.ts'
import { useSavedViews } from './use-saved-views.ts'

/** Lists that somebody comes back to, by name. The address holds all of a view, and can be sent to others. */
export function ViewMenu({ search }: { search: ChecksSearch }) {
  const navigate = useNavigate()
  const toast = useToast()
  const { views, save, remove } = useSavedViews()
  const [isNaming, setIsNaming] = useState(false)
  const current = viewShown(views, search, listDefaults)
  const go = (view: SavedView) => void navigate({ to: '.', search: view.search, resetScroll: false })
  return (
    <>
      <Menu label={current === null ? 'Views' : `View: ${current.name}`}>
        {views.map((view) => (
          <MenuItem key={view.name} onSelect={() => go(view)}>
            <span aria-hidden="true">{view === current ? '✓ ' : ''}</span>
            {view.name}
          </MenuItem>
        ))}
        {views.length === 0 ? null : <hr className="border-line my-1" />}
        {current === null ? (
          <MenuItem onSelect={() => setIsNaming(true)}>Save this view…</MenuItem>
        ) : (
          <MenuItem
            isDanger
            onSelect={() => {
              remove(current.name)
              toast(`View “${current.name}” deleted`, { label: 'Undo', onAct: () => save(current) })
            }}
          >
            Delete “{current.name}”
          </MenuItem>
        )}
      </Menu>
      {isNaming ? (
        <NameDialog
          names={views.map(({ name }) => name)}
          onName={(name) => {
            save({ name, search })
            setIsNaming(false)
            toast(`View “${name}” saved`)
          }}
          onClose={() => setIsNaming(false)}
        />
      ) : null}
    </>
  )
}

function NameDialog({
  names,
  onName,
  onClose,
}: {
  names: readonly string[]
  onName: (name: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const name = text.trim()
  const isTaken = names.includes(name)
  return (
    <FormDialog
      title="Save this view"
      submitWord={isTaken ? 'Replace' : 'Save'}
      isReady={name !== ''}
      isBusy={false}
      onSubmit={() => onName(name)}
      onClose={onClose}
    >
      <Field
        label="Name"
        help={
          isTaken
            ? 'Replaces the view of this name.'
            : 'Filters, order, grouping and folds, kept in this browser. To share a view, send its address.'
        }
      >
        {(control) => (
          <input
            {...control}
            className="control"
            autoComplete="off"
            maxLength={longestName}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
