import { useState } from 'react'
import { Button } from './button.tsx'

const shownMs = 2000

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Without https there is no clipboard: the text stands beside the button and can be marked.
      setState('refused')
    }
    setTimeout(() => setState('idle'), shownMs)
  }
  const words = { idle: 'Copy', copied: 'Copied', refused: 'Select it and copy it by hand' }
  return (
    <Button onClick={() => void copy()} aria-label={`${words[state]}: ${what}`}>
      {words[state]}
    </Button>
  )
}
