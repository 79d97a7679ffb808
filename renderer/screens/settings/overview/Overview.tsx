import { useState } from 'react'
import { Empty } from '../../../components/Empty.tsx'
import { SearchField } from '../../../components/fields/SearchField.tsx'
import { Page } from '../../../components/Page.tsx'
import { textsBelow, useWords } from '../../../i18n/index.ts'
import { openHelp } from '../../../window/help.ts'
import { useHere } from '../../../window/session.ts'
import { type GroupName, groups, type RowName } from '../sections.ts'
import { words } from '../words.ts'
import { RowValue } from './RowValue.tsx'
import './overview.css'

/** Whether a row, or a text behind it, has all the words that were typed. */
const isFound = (row: RowName, typed: string): boolean => {
  const texts = [`section.${row}`, `changes.${row}`, row].flatMap((key) => textsBelow(words, key))
  const all = texts.join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** All settings on one page, in groups, each with its present value. */
export function Overview({ rows }: { rows: readonly RowName[] }) {
  const t = useWords(words)
  const { may } = useHere()
  const [text, setText] = useState('')
  const found = rows.filter((row) => isFound(row, text.trim()))
  const shown = (Object.keys(groups) as GroupName[])
    .map((group) => ({ group, rows: groups[group].map(([row]) => row).filter((row) => found.includes(row)) }))
    .filter((each) => each.rows.length > 0)
  return (
    <Page
      title={t('title')}
      head={
        <SearchField
          className="settings-search"
          label={t('search')}
          placeholder={t('search')}
          keyCap="F2"
          value={text}
          onChange={setText}
        />
      }
    >
      <div className="settings-all">
        <div className="settings-groups">
          {shown.map((each) => (
            <nav key={each.group} className="settings-group" aria-labelledby={`settings-${each.group}`}>
              <h2 id={`settings-${each.group}`}>{t(`group.${each.group}`)}</h2>
              {each.rows.map((row) =>
                row === 'guide' ? (
                  <button key={row} type="button" onClick={openHelp}>
                    <Row row={row} />
                  </button>
                ) : (
                  <a key={row} href={row === 'activity' ? '#/activity' : `#/settings?section=${row}`}>
                    <Row row={row} />
                  </a>
                ),
              )}
            </nav>
          ))}
          {shown.length === 0 && <Empty title={t('searchNothing', { text: text.trim() })} />}
        </div>
      </div>
      {!may('owner') && <p className="settings-owner">{t('owner')}</p>}
    </Page>
  )
}

function Row({ row }: { row: RowName }) {
  const t = useWords(words)
  return (
    <>
      <b>{t(`section.${row}`)}</b>
      <small>
        <RowValue row={row} />
      </small>
    </>
  )
}
