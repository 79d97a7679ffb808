import { type KeyboardEvent, type RefObject, useId } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { useWords } from '../../../i18n/index.ts'
import { hasTouch } from '../parts/LetterPad.tsx'
import { words } from '../sale/words.ts'
import { StartTraining } from './StartTraining.tsx'
import type { ItemSearch } from './useItemSearch.ts'

interface SearchBoxProps {
  search: ItemSearch
  box: RefObject<HTMLInputElement | null>
  listId: string
  onEnter: () => void
  /** Keys of the sale while nothing is typed: the arrows walk its lines, Del voids one. */
  onMove: (by: 1 | -1) => void
  onVoid: (whole: boolean) => void
  /** Letters to touch are wanted, or not any more. */
  onLetters: () => void
  /** Prices are being checked: what is found is shown, not added. */
  checking: boolean
  onCheck: () => void
}

export function SearchBox(props: SearchBoxProps) {
  const { search, box, listId, onEnter, onMove, onVoid, onLetters, checking, onCheck } = props
  const t = useWords(words)
  const hintId = useId()
  const listed = search.results.length > 0

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    if (key === 'Enter') {
      event.preventDefault()
      if (!event.repeat) onEnter()
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault()
      const by = key === 'ArrowUp' ? -1 : 1
      if (listed) search.mark(clamp(search.marked + by, search.results.length))
      else onMove(by)
    } else if (key === 'Delete' && search.text === '' && !event.repeat) {
      event.preventDefault()
      onVoid(event.shiftKey)
    }
  }

  return (
    <div className="sell-top">
      <div className="sell-search">
        <Icon name="barcode" size={24} />
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-label={t('search.label')}
          aria-expanded={listed}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-keyshortcuts="F2"
          aria-describedby={hintId}
          {...(listed ? { 'aria-activedescendant': `${listId}-${search.marked}` } : {})}
          placeholder={t('search.placeholder')}
          value={search.text}
          onChange={(event) => search.setText(event.target.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
        />
        {hasTouch() && (
          <Button variant="quiet" label={t('search.letters')} onPress={onLetters}>
            ABC
          </Button>
        )}
        {search.text === '' ? (
          <Kbd>F2</Kbd>
        ) : (
          <IconButton
            icon="close"
            label={t('search.clear')}
            onPress={() => {
              search.setText('')
              box.current?.focus()
            }}
          />
        )}
      </div>
      <div className="sell-top-acts">
        <Button
          className="sell-check-key"
          size={56}
          icon="tag"
          keyCap="F10"
          pressed={checking}
          onPress={onCheck}
        >
          {t('check.title')}
        </Button>
        <StartTraining />
      </div>
      <small className="sell-hint" id={hintId}>
        {t('search.hint')}
      </small>
    </div>
  )
}

const clamp = (index: number, length: number) => Math.min(Math.max(index, 0), length - 1)
