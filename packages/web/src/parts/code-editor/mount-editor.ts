import {
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { completionsAt, type ScriptScope } from './completions.ts'

/** What is said of the field to those who do not see it. */
export type EditorDescription = {
  label: string
  /** Read out with the label: help, how to leave the field, what is wrong. */
  description: string
  isInvalid: boolean
}

export type EditorOptions = EditorDescription & {
  isReadOnly: boolean
  text: string
  onChange: (text: string) => void
  /** Asked whenever somebody types, so that it may change meanwhile. */
  scope: () => ScriptScope | null
}

export type MountedEditor = {
  /** Replaces the text when it is not what the editor shows. */
  show(text: string): void
  /** At the very beginning, where imports stand. */
  insertFirst(text: string): void
  describe(description: EditorDescription): void
  remove(): void
}

/** How long Tab leaves the field after Esc. */
const leavingMs = 2_000

/**
 * A code editor inside an element. It lives in a shadow tree, whose styles the page's content policy does not forbid;
 * the colours of the page reach it as custom properties.
 */
export function mountEditor(host: HTMLElement, options: EditorOptions): MountedEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  const attributes = new Compartment()
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        history(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        javascript({ typescript: true }),
        syntaxHighlighting(colors),
        autocompletion({ override: [(context) => complete(context, options.scope())], icons: false }),
        keymap.of([...completionKeymap, leavingKey(), ...defaultKeymap, ...historyKeymap, indentWithTab]),
        theme,
        EditorView.lineWrapping,
        EditorState.readOnly.of(options.isReadOnly),
        attributes.of(attributesOf(options)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  return {
    show(text) {
      const shown = view.state.doc
      if (shown.toString() === text) return
      view.dispatch({ changes: { from: 0, to: shown.length, insert: text } })
    },
    insertFirst(text) {
      view.dispatch({ changes: { from: 0, insert: text }, selection: { anchor: text.length } })
      view.focus()
    },
    describe: (description) => view.dispatch({ effects: attributes.reconfigure(attributesOf(description)) }),
    remove: () => view.destroy(),
  }
}

function attributesOf({ label, description, isInvalid }: EditorDescription) {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-description': description,
    ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
  })
}

function complete(context: CompletionContext, scope: ScriptScope | null): CompletionResult | null {
  if (scope === null) return null
  const { text, from } = context.state.doc.lineAt(context.pos)
  const found = completionsAt(text.slice(0, context.pos - from), scope)
  if (found === null || found.options.length === 0) return null
  return { from: context.pos - found.typed, options: [...found.options] }
}

/**
 * Tab indents; after Esc it leaves the field. That Esc closes no dialog around the field, a second one does.
 */
function leavingKey() {
  let armedAt = -Infinity
  return {
    key: 'Escape',
    run(view: EditorView): boolean {
      const now = performance.now()
      const isArmed = now - armedAt < leavingMs
      armedAt = now
      view.setTabFocusMode(leavingMs)
      return !isArmed
    },
  }
}

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--color-maint)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--color-good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-warn)' },
  { tag: [tags.comment], color: 'var(--color-soft)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--color-accent)' },
  { tag: [tags.invalid], color: 'var(--color-bad)' },
])

const theme = EditorView.theme({
  '&': {
    color: 'var(--color-ink)',
    backgroundColor: 'var(--color-card)',
    fontSize: '0.75rem',
    borderRadius: '6px',
  },
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5', maxHeight: '28rem', overflow: 'auto' },
  '.cm-content, .cm-gutter': { minHeight: '7.5rem' },
  '.cm-content': { caretColor: 'var(--color-ink)', padding: '6px 0' },
  '.cm-gutters': {
    color: 'var(--color-soft)',
    backgroundColor: 'var(--color-raised)',
    borderRight: '1px solid var(--color-line)',
    borderRadius: '6px 0 0 6px',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--color-accent-wash) 45%, transparent)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--color-edge)',
  },
  '.cm-tooltip': {
    color: 'var(--color-ink)',
    backgroundColor: 'var(--color-card)',
    border: '1px solid var(--color-edge)',
    borderRadius: '6px',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '14rem' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--color-ink)',
    backgroundColor: 'var(--color-accent-wash)',
  },
  '.cm-completionDetail': { color: 'var(--color-soft)', fontStyle: 'normal' },
})
