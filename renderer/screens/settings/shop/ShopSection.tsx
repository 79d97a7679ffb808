import type { Paper, Settings } from '../../../../core/contract/workspace.ts'
import { TextField } from '../../../components/fields/TextField.tsx'
import { Pills } from '../../../components/Pills.tsx'
import { useWords } from '../../../i18n/index.ts'
import type { SectionProps } from '../sectionProps.ts'
import { words } from '../words.ts'
import './shop.css'

const papers: readonly Paper[] = ['58mm', '80mm', 'A4']
const limits = { tradeName: 60, address: 120, city: 60, phone: 20, headerMessage: 60, footerMessage: 60 }

export function ShopSection({ draft: { settings, change }, asked }: SectionProps) {
  const t = useWords(words)
  const { shop, tillName, paper } = settings
  const field = (name: keyof Settings['shop']) => (
    <TextField
      label={t(`shop.${name}`)}
      value={shop[name]}
      onChange={(text) => change({ shop: { ...shop, [name]: text } })}
      maxLength={limits[name]}
      error={
        asked && name === 'tradeName' && shop.tradeName.trim() === '' ? t('problem.required') : undefined
      }
    />
  )
  return (
    <div className="settings-beside">
      <div className="settings-fields">
        {field('tradeName')}
        {field('address')}
        <div className="settings-pair">
          {field('city')}
          {field('phone')}
        </div>
        {field('headerMessage')}
        {field('footerMessage')}
        <TextField
          label={t('shop.tillName')}
          value={tillName}
          onChange={(text) => change({ tillName: text })}
          maxLength={20}
          error={asked && tillName.trim() === '' ? t('problem.required') : undefined}
        />
        <div className="settings-choice">
          <span className="field-label">{t('shop.paper')}</span>
          <Pills
            label={t('shop.paper')}
            value={paper}
            onChange={(next) => change({ paper: next })}
            pills={papers.map((id) => ({ id, label: t(`shop.paperText.${id}`) }))}
          />
        </div>
      </div>
      <Preview shop={shop} paper={paper} />
    </div>
  )
}

/** The parts of a receipt that these settings make, on paper of their width. */
function Preview({ shop, paper }: { shop: Settings['shop']; paper: Paper }) {
  const t = useWords(words)
  const sample = [
    [t('shop.sampleItem1'), '65.00'],
    [t('shop.sampleItem2'), '195.00'],
  ]
  return (
    <figure className="settings-preview">
      <div className="settings-paper" data-paper={paper}>
        <b>{shop.tradeName}</b>
        <span>{[shop.address, shop.city].filter(Boolean).join(', ')}</span>
        {shop.phone && <span>{`Tel: ${shop.phone}`}</span>}
        {shop.headerMessage && <em>{shop.headerMessage}</em>}
        <hr />
        {sample.map(([name, amount]) => (
          <p key={name}>
            <span>{name}</span>
            <span>{amount}</span>
          </p>
        ))}
        <hr />
        <p>
          <b>{t('shop.total')}</b>
          <b>260.00</b>
        </p>
        <span>{t('shop.sampleSignature')}</span>
        <hr />
        {shop.footerMessage && <em>{shop.footerMessage}</em>}
      </div>
      <figcaption>{t('shop.previewSample')}</figcaption>
    </figure>
  )
}
