import { useSyncExternalStore } from 'react'

/**
 * Lines that stand for nothing good or bad: one for each location or part. Each has its own dashes as well, since some
 * people do not tell these colours apart.
 */
const lineColours = [
  'var(--color-series-1)',
  'var(--color-series-2)',
  'var(--color-series-3)',
  'var(--color-series-4)',
  'var(--color-series-5)',
  'var(--color-series-6)',
] as const

const lineDashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 2], [1, 5]]

export const mostLines = lineColours.length

export function colourOf(index: number): string {
  return lineColours[index % lineColours.length] ?? lineColours[0]
}

export function dashOf(index: number): readonly number[] {
  return lineDashes[index % lineDashes.length] ?? []
}

/** A canvas knows no variables of a style sheet: the browser is asked what they mean at the moment. */
export function resolveColour(colour: string, within: Element): string {
  const probe = document.createElement('span')
  probe.style.color = colour
  within.append(probe)
  const rgb = getComputedStyle(probe).color
  probe.remove()
  return rgb
}

export function withAlpha(colour: string, alpha: number): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)
  return parts === null ? colour : `rgba(${parts[1]}, ${parts[2]}, ${parts[3]}, ${alpha})`
}

/** Changes whenever the colours of the page do: by the choice of the person or of the system. */
export function useColourScheme(): string {
  return useSyncExternalStore(subscribe, currentScheme)
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(listener)
  system.addEventListener('change', listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', listener)
    observer.disconnect()
  }
}

function currentScheme(): string {
  const theme = document.documentElement.dataset['theme']
  return theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}
