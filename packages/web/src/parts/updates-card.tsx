import { markdownHtml } from '@sonde/ground/markdown-html.ts'
import { useState, type ReactNode } from 'react'
import { useMay } from '../api/account-context.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { ConfirmDelete } from './dialogs/confirm-delete.tsx'
import { Moment } from './moment.tsx'

/** What people were told about an incident or a maintenance, the newest first. `children` are `UpdateItem`s. */
export function UpdatesCard({
  empty,
  note,
  postDialog,
  children,
}: {
  /** In place of the list, where nothing was told yet. */
  empty?: ReactNode
  /** Below the list. */
  note?: ReactNode
  postDialog: (close: () => void) => ReactNode
  children: ReactNode
}) {
  const mayWrite = useMay('READ_WRITE')
  const [isPosting, setIsPosting] = useState(false)
  return (
    <Card
      title="Updates"
      actions={mayWrite ? <Button onClick={() => setIsPosting(true)}>Post an update</Button> : undefined}
    >
      {empty ?? <ol className="space-y-3">{children}</ol>}
      {note}
      {isPosting ? postDialog(() => setIsPosting(false)) : null}
    </Card>
  )
}

export function UpdateItem({
  mark,
  at,
  note,
  text,
  mayDelete = true,
  editDialog,
  onDelete,
  stale,
}: {
  mark: ReactNode
  at: string
  /** Behind the moment: whether it was mailed. */
  note?: string | null
  text: string
  mayDelete?: boolean
  editDialog: (close: () => void) => ReactNode
  onDelete: () => Promise<unknown>
  /** The start of the keys of the queries that are refreshed when it was deleted, behind the account. */
  stale: readonly unknown[]
}) {
  const mayWrite = useMay('READ_WRITE')
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <li className="border-line rounded-md border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2">
          {mark}
          <span className="text-soft">
            <Moment at={at} />
          </span>
          {note === undefined || note === null ? null : <span className="text-soft text-xs">{note}</span>}
        </p>
        {mayWrite ? (
          <span className="flex gap-2">
            <Button onClick={() => setDialog('edit')}>Edit</Button>
            {mayDelete ? <Button onClick={() => setDialog('delete')}>Delete</Button> : null}
          </span>
        ) : null}
      </div>
      {/* As visitors see it: the HTML is made of a few marks, and everything else in it is text. */}
      <div className="prose-text mt-2" dangerouslySetInnerHTML={{ __html: markdownHtml(text) }} />
      {dialog === 'edit' ? editDialog(close) : null}
      {dialog === 'delete' ? (
        <ConfirmDelete
          what="update"
          name={text.slice(0, 60)}
          mustType={false}
          onDelete={onDelete}
          stale={stale}
          onClose={close}
        />
      ) : null}
    </li>
  )
}
