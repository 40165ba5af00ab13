import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ScriptScope } from './completions.ts'
import type { EditorOptions, MountedEditor } from './mount-editor.ts'

type EditorModule = typeof import('./mount-editor.ts')

export type CodeEditorHandle = Pick<MountedEditor, 'insertFirst'>

const leavingWords = 'Tab indents. To leave the field by keyboard, press Esc, then Tab.'

/**
 * A field for code: line numbers, highlighting, suggestions. The editor is a large program that comes when it is first
 * needed; where it cannot be had, the text is edited in a plain field.
 */
export function CodeEditor({
  label,
  text,
  onChange,
  scope = null,
  description = '',
  isInvalid = false,
  isReadOnly = false,
  handle,
}: {
  label: string
  text: string
  onChange: (text: string) => void
  scope?: ScriptScope | null
  /** What a reader has to know of the field: its help, what is wrong with it. */
  description?: string
  isInvalid?: boolean
  isReadOnly?: boolean
  handle?: RefObject<CodeEditorHandle | null>
}) {
  const editor = useEditorModule()
  const host = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedEditor | null>(null)
  // What was typed and has not come back as `text` yet: a late one must not take away what was typed since.
  const ahead = useRef<string[]>([])
  const words = [description, isReadOnly ? '' : leavingWords].filter((part) => part !== '').join(' ')
  const latest = useRef({ text, onChange, scope, label, words, isInvalid })
  latest.current = { text, onChange, scope, label, words, isInvalid }

  useEffect(() => {
    if (editor === null || editor === 'failed' || host.current === null) return undefined
    const options: EditorOptions = {
      label: latest.current.label,
      description: latest.current.words,
      isInvalid: latest.current.isInvalid,
      isReadOnly,
      text: latest.current.text,
      onChange: (next) => {
        ahead.current.push(next)
        latest.current.onChange(next)
      },
      scope: () => latest.current.scope,
    }
    const view = editor.mountEditor(host.current, options)
    mounted.current = view
    return () => {
      mounted.current = null
      view.remove()
    }
  }, [editor, isReadOnly])

  useEffect(
    () => mounted.current?.describe({ label, description: words, isInvalid }),
    [label, words, isInvalid],
  )

  useEffect(() => {
    const own = ahead.current.lastIndexOf(text)
    if (own === -1) mounted.current?.show(text)
    else ahead.current.splice(0, own + 1)
  }, [text])

  useImperativeHandle(handle, () => ({
    insertFirst: (line) =>
      mounted.current === null
        ? latest.current.onChange(line + latest.current.text)
        : mounted.current.insertFirst(line),
  }))

  if (editor === 'failed') {
    return (
      <textarea
        className="control font-mono md:text-xs"
        aria-label={label}
        aria-description={description}
        aria-invalid={isInvalid ? true : undefined}
        rows={12}
        spellCheck={false}
        readOnly={isReadOnly}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  return (
    <>
      <div className={isInvalid ? 'border-bad rounded-md border-2' : 'border-edge rounded-md border'}>
        {editor === null ? (
          <pre aria-busy="true" className="min-h-32 overflow-auto p-2 font-mono text-xs whitespace-pre-wrap">
            {text}
          </pre>
        ) : (
          <div ref={host} data-code-editor />
        )}
      </div>
      {isReadOnly ? null : <p className="text-soft mt-1 text-xs">{leavingWords}</p>}
    </>
  )
}

function useEditorModule(): EditorModule | 'failed' | null {
  const [editor, setEditor] = useState<EditorModule | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    import('./mount-editor.ts').then(
      (module) => isGone || setEditor(module),
      () => isGone || setEditor('failed'),
    )
    return () => {
      isGone = true
    }
  }, [])
  return editor
}
