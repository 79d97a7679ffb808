/**
 * Free text for support without personal data. Personal data cannot be recognised, so only known words pass: those of
 * error messages and the wire's field names. A name, phone number, amount or PIN is never among them.
 */

const english = `
a able about above accept accepted access account active actual add added address after again against all allowed already also
an and another answer answered any api app application approved are arrived as ask asked at attempt authentication
authorization authorised authorized authority back bad barcode be because been before below between body both branch broken busy but by
call calls can cannot cash certificate change changed character characters check class client clock close closed code codes
column committed complete computer connect connected connection constraint contain contains content contradicts corrupt could
counter country create created credentials credit currency current customer cut damaged data database date day decimal decrease decreased
default delete denied details detected device did differ different digit digits directory disc discount disk document does done down
duplicate each empty end ended ensure enter error errors exceed exceeded exceeds exist existing exists expected expired fail failed failure
field fields file files filled finding first fix folder for form format found free from full gateway get give given goods
greater half has have header host html http https id identifier identity if immediate in inactive incorrect increase index initialised
initialized input insert inside installed integer integrity internal invalid inventory invoice invoices io is issue it item items its json
key keys kind lack lacks large last later layer length less limit line lines list locked long longer lost malformed management many match
matches maximum may memory message method minimum misuse missing module more most must name needed negative network never new no nobody
none not nothing null number numbers object of off offline ok old on once one online only open opened operation option or order original other out
over own package page parameter parse parsed part password path pause paused payment peer per permission permitted place please point port
possible present price primary problem process product property protocol provided purchase put quantity query queue quota rate
reached read readable reading ready reason receipt received record records reference refund refused register registered rejected
release repeat request requests required reset resource response result results returned right row rows sale sales same save saved
schema search second seconds security see send sending sent serial server service set should shorter sign signature signed size slow
so some something space state statement status still stock stopped string such sum supplied supplier support syntax system table take
taken takes target tax taxable taxpayer temporarily text than that the their them there these they this time timed timeout times to token too
total transaction transmission tried trigger true try tries type unable unauthorised unauthorized undefined under unexpected unique unit
units unknown unreachable unsupported until update updated url use used user using valid validating validation value values version view views was way were
what when where whether which while with within without write written wrong year yes you your zero`

const wire = `
tin bhfId cmcKey itemCd itemClsCd itemTyCd itemNm itemStdNm orgnNatCd pkgUnitCd pkg qtyUnitCd qty prc splyAmt dcRt dcAmt taxTyCd taxblAmt taxAmt
totAmt bcd invcNo orgInvcNo cisInvcNo trdInvcNo custTin custNm custNo salesTyCd rcptTyCd pmtTyCd salesSttsCd cfmDt salesDt stockRlsDt cnclDt rfdDt
totItemCnt totTaxblAmt totTaxAmt sarNo orgSarNo regTyCd sarTyCd ocrnDt rsdQty modrId modrNm regrId regrNm lastReqDt dvcSrlNo resultCd
resultMsg resultDt itemList useYn spplrTin spplrNm spplrInvcNo spplrBhfId pchsTyCd pchsSttsCd pchsDt isrcAplcbYn isrccCd isrcRt rcptNo intrlData
rcptSign sdcId mrcNo apigee_app_id grant_type prchrAcptcYn prmcd null undefined NaN 3xx 4xx 5xx
ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT EPIPE EADDRINUSE EADDRNOTAVAIL EACCES EPERM ENOSPC EROFS EIO EMFILE
ENOENT EEXIST EISDIR ENOTDIR ENFILE ENOMEM SQLITE_BUSY SQLITE_FULL SQLITE_IOERR SQLITE_CORRUPT SQLITE_READONLY SQLITE_CONSTRAINT SQLITE_NOTADB
sqlite typeerror rangeerror syntaxerror wal`

const words = new Set(
  [...english.trim().split(/\s+/), ...wire.trim().split(/\s+/)].map((word) => word.toLowerCase()),
)

/** Replaces what is omitted. */
const leftOut = '…'

/** Returns the text without unknown words, and without numbers except HTTP status codes. */
export const plainWords = (text: string): string =>
  text
    .slice(0, 2_000)
    .split(/(\bHTTP [1-5]\d\d\b|[^\p{L}\p{N}\p{M}_]+)/u)
    .map((part, index) => {
      // Odd parts are the text between words.
      if (index % 2 === 1)
        return /^HTTP \d{3}$/.test(part) ? part : part.replace(/[^ ,.:;!?'"()[\]{}/-]+/g, ' ')
      return part === '' || words.has(part.toLowerCase()) ? part : leftOut
    })
    .join('')
    .replace(/…([^\p{L}\p{N}]{0,3}…)+/gu, leftOut)
    .replace(/\s+/g, ' ')
    .trim()
