import { expect, test } from "vitest";
import { guessEncoding } from "./guessEncoding.ts";

/** Encodes a text. `TextDecoder` has no counterpart for encodings other than UTF-8. */
function encoded(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  const add = (...bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if (character.length === 1 && !bytesOf.has(character)) bytesOf.set(character, bytes);
  };
  for (let first = 0; first < 256; first += 1) add(first);
  for (let first = 0x81; first < 255; first += 1)
    for (let second = 0x40; second < 255; second += 1) add(first, second);
  return Buffer.from(Array.from(text).flatMap((character) => bytesOf.get(character) ?? []));
}

test.each([
  ["windows-1252", "titre,contenu\nMode foncé,Où est-il ? L’œuvre « été »\n"],
  ["windows-1252", "título,votos\nAñadir filtros,3\n¿Dónde está?,4\n"],
  [
    "windows-1252",
    "titel;beskrivelse\nMørk tilstand;Skærmen er for lys, gør noget ved det på mobilen\n",
  ],
  ["windows-1252", "Preis in €,±5 %\n"],
  ["windows-1252", "id,title\n1,Café menu\n"],
  ["windows-1252", "title,content\nSearch,“Don’t ask twice”…\n"],
  ["windows-1250", "tytuł;treść\nTryb ciemny;Proszę o tryb ciemny\n"],
  ["windows-1250", "název;popis\nTmavý režim;Prosím přidejte tmavý režim, večer mě bolí oči\n"],
  ["windows-1250", "id;titul\n1;Možnost smazat účet\n"],
  ["windows-1250", "cím;leírás\nSötét mód;Este túl világos a képernyő, kérek sötét módot\n"],
  ["windows-1251", "НАЗВАНИЕ;ГОЛОСА\nТёмная тема;5\n"],
  ["windows-1251", "title,author\nExport to PDF,Иван Петров\n"],
  ["koi8-r", "id;title\n1;Экспорт в PDF\n"],
  ["windows-1253", "Τίτλος;Ψήφοι\nΣκούρο θέμα;3\n"],
  [
    "windows-1254",
    "başlık;açıklama\nKaranlık mod;Geceleri gözlerim çok yoruluyor, lütfen ekleyin\n",
  ],
  ["windows-1254", "title,author\nExport to PDF,Ayşe Yılmaz\nDark mode,Gökhan\n"],
  ["windows-1255", "כותרת,הצבעות\nמצב כהה,3\n"],
  ["windows-1256", "العنوان,الأصوات\nالوضع الداكن,3\n"],
  [
    "windows-1257",
    "pavadinimas;aprašymas\nTamsus režimas;Prašau pridėti tamsų režimą, vakare skauda akis\n",
  ],
  ["windows-1257", "id;nosaukums\n1;Iespēja dzēst kontu\n2;Paziņojumi nāk pārāk bieži\n"],
  ["windows-874", "หัวข้อ,รายละเอียด\nโหมดมืด,ช่วยเพิ่มโหมดมืดด้วยครับ ตอนกลางคืนแสบตามาก\n"],
  ["windows-874", "id,title,votes\n1,ค้นหาช้า,3\n"],
  ["macintosh", "titre;texte\nMode foncé;Où est-il ? Les données été\n"],
  ["shift_jis", "番号,題名\n1,検索を速くしてほしい\n"],
  ["euc-jp", "番号,題名\n1,検索を速くしてほしい\n"],
  ["euc-kr", "번호,제목\n1,검색 속도 개선\n"],
  ["big5", "編號,標題\n1,希望支援深色模式\n"],
  ["gb18030", "编号,标题,描述\n1,导出为 PDF,请增加导出功能，谢谢！\n"],
])("%s is recognised in a short text: %j", async (encoding, text) => {
  const bytes = encoded(text, encoding);
  expect(new TextDecoder(encoding).decode(bytes)).toBe(text);
  expect(await guessEncoding(bytes)).toBe(encoding);
});
