import assert from 'node:assert/strict'
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

const mostSteps = 150

/** Somebody without a mouse: goes from control to control by Tab, and always sees where they are. */
export function keyboardVisitor(page: Page) {
  async function goTo(target: Locator): Promise<void> {
    await target.waitFor()
    for (let step = 0; step < mostSteps; step += 1) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
        await expectVisibleFocus()
        return
      }
      await page.keyboard.press('Tab')
    }
    assert.fail(`${target} is not reached by Tab`)
  }

  async function expectVisibleFocus(): Promise<void> {
    const isSeen: unknown = await page.evaluate(`(() => {
      const focused = document.activeElement
      // A control that is drawn by its label shows the focus there.
      return [focused, focused.closest('label')].some((element) => {
        if (element === null) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return outlineStyle !== 'none' && outlineWidth !== '0px'
      })
    })()`)
    assert.equal(isSeen, true, `the focus is not seen on ${await focused()}`)
  }

  function focused(): Promise<unknown> {
    return page.evaluate('document.activeElement.outerHTML.slice(0, 200)')
  }

  return {
    goTo,
    /** Goes there and types. */
    async type(target: Locator, text: string): Promise<void> {
      await goTo(target)
      await page.keyboard.type(text)
    },
    /** Goes there and presses the key. */
    async press(target: Locator, key: 'Enter' | 'Space'): Promise<void> {
      await goTo(target)
      await page.keyboard.press(key)
    },
    /** After an action the next Tab must go on from somewhere, not from the top of the page. */
    async expectFocus(): Promise<void> {
      await expect(page.locator('body')).not.toBeFocused()
    },
  }
}
