import { CopyButton } from './copy-button.tsx'

/** A text to take away: a command, a document, a secret that is shown once. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className="border-line bg-raised flex items-start rounded-md border max-md:flex-col-reverse max-md:items-stretch">
      <pre
        // A region that scrolls must be reachable without a mouse.
        tabIndex={0}
        role="region"
        aria-label={what}
        className="max-h-96 min-w-0 grow overflow-auto p-3 font-mono text-xs whitespace-pre"
      >
        {text}
      </pre>
      <div className="shrink-0 p-1.5 max-md:self-end max-md:pb-0">
        <CopyButton text={text} what={what} />
      </div>
    </div>
  )
}
