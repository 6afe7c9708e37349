/** Words by language; those under `*` count in every language. */
type ByLanguage = Readonly<Record<string, string>>;

/** Titles before the name of a person; a period may follow each. */
export const titles: ByLanguage = Object.freeze({
  '*': 'Dr Prof Professor Ing Dipl.-Ing Mr Mrs Ms Mx Mme Mlle Herr Herrn Frau Monsieur Madame Mademoiselle Signor Signora Señor Señora Senhor Senhora',
  en: 'Sir Dame Lady Lord Miss Rev Reverend Hon President Chancellor Senator Governor Captain Capt Colonel Col Lt Sgt Judge King Queen Prince Princess CEO CFO CTO Chairman Chairwoman Minister Ambassador Detective Inspector Nurse Coach Uncle Aunt Doctor Father Sister Brother Mayor Congressman Congresswoman Sergeant Admiral',
  de: 'Herr Herrn Frau Hr Fr Präsident Präsidentin Kanzler Kanzlerin Bundeskanzler Bundeskanzlerin Minister Ministerin Bürgermeister Bürgermeisterin Königin König Doktor Pfarrer Geschäftsführer Geschäftsführerin Oberarzt Richterin Richter Direktor Direktorin Anwalt Anwältin Rechtsanwalt Rechtsanwältin Prinz Prinzessin',
  fr: 'M MM Monsieur Madame Mademoiselle Maître Me Docteur Dre Pr président présidente ministre maire docteur docteure Docteure professeur Professeur professeure avocat avocate maître monsieur madame directeur directrice',
  es: 'Sr Sra Srta Don Doña D Dña Señor Señora Dra Profesor Profesora presidente presidenta ministro ministra alcalde alcaldesa señor señora don doña doctor doctora profesor profesora abogado abogada director directora ingeniero ingeniera',
  it: 'Sig Sig.ra Sig.na Signor Signora Signorina Dott Dott.ssa Avv Arch Prof.ssa presidente ministro sindaco signor signora dottor dottoressa Dottor Dottoressa professor professoressa avvocato Avvocato ingegner architetto sig sig.ra dott presidentessa direttore direttrice',
  pt: 'Sr Sra Senhor Senhora Dona Dra Eng presidente ministro ministra senhor senhora doutor doutora Doutor Doutora professor professora engenheiro advogado advogada diretor diretora',
  nl: 'dhr mevr mw Meneer meneer Mevrouw mevrouw Drs Ir minister president burgemeester Dhr heer Mevr Mw mr dr prof directeur dokter',
  pl: 'Pan Pani Pana Panem Panią pan pani pana panem panią Mgr mgr inż dr prof doktor profesor prezes minister prezydent',
  sv: 'Herr Fru Fröken herr fru fröken doktor statsminister professor direktör kung drottning advokat',
  da: 'Hr Fru Frk hr fru statsminister',
  nb: 'Herr Fru herr fru statsminister',
  cs: 'Pan Paní pan paní pana Mgr JUDr MUDr RNDr doktor profesor ředitel prezident',
  fi: 'Herra Rouva herra rouva tohtori',
  ru: 'г-н г-жа господин госпожа доктор профессор президент Доктор Профессор Президент Господин Госпожа директор министр',
});

/** Words between a title and the name. */
export const titleEndings = 'med rer nat phil jur h.c habil';

/** Lower-case words inside names. */
export const particles =
  "von van vom zu zur de der den del della di da do dos das du la le el al bin ibn ben ter ten af av y e d'";

/** Letters after the name of a person, in all languages. */
export const postnominals = 'Jr Sr PhD Ph.D MD M.D Esq MBA CPA DDS LL.M QC KC MP OBE CBE FRS';

/** Legal forms after the name of a company; `_` is a space. */
export const legalForms =
  'Inc Incorporated Ltd Limited LLC L.L.C LLP LP Corp Corporation Co Company plc PLC Pty GmbH gGmbH mbH AG KG KGaA OHG SE UG eG e.V e.K ' +
  'SA S.A SAS S.A.S SARL S.A.R.L Sàrl SNC SCI SL S.L SLU S.L.U SpA S.p.A Srl S.r.l S.n.c S.a.s Lda Ltda BV B.V NV N.V VOF CV VZW ' +
  'Oy Oyj AB ApS A/S AS ASA ANS s.r.o a.s v.o.s d.o.o d.d sp._z_o.o Sp._z_o.o Kft Zrt Nyrt Bt Rt EOOD OOD AD SRL S.R.L Bhd Tbk K.K KK JSC PJSC LLLP PBC';

/** Legal forms before a company name in quotes, or without a space. */
export const leadingForms = 'ООО ОАО ЗАО ПАО АО ИП ТОВ';

/** Words for institutions, in languages that capitalize them. */
export const institutions =
  'University College Institute Academy School Bank Foundation Association Society Federation Union Council Commission Committee ' +
  'Ministry Department Agency Bureau Court Museum Hospital Airlines Airways Railways Insurance Partners ' +
  'Laboratories Industries Technologies Pharmaceuticals Motors Press';

/** Words for institutions in languages that put them before the name, with nothing between. */
export const leadingInstitutions =
  'Universität Hochschule Institut ' +
  'Akademie Stiftung Verband Verein Bundesamt Ministerium Bundesministerium Landesbank Sparkasse Klinikum Krankenhaus Stadtwerke ' +
  'Verlag Université Ministère Banque Fondation Académie Musée Universidad Instituto Ministerio Banco Fundación Hospital Museo ' +
  'Università Istituto Ministero Banca Fondazione Universidade Ministério Fundação Universiteit Hogeschool Stichting Uniwersytet Politechnika';

/** Words that join an institution with its subject. */
export const joiners =
  "of for der des für de du des del della di da do para pour van voor d' and und et y e & the la den dem die im am in für";

/** Capitalized words that start sentences and phrases, and are not names. */
export const openers =
  'The A An At In On Of For From To By With And Or But If When While After Before Since Our Your Their His Her Its My This That These ' +
  'Those Both Each Every Contact Call Ask Email Visit Join Dear Hello Thanks Welcome Today Yesterday As Is Are Was Has Copyright Der Die ' +
  'Das Den Dem Des Ein Eine Einen Einem Einer Bei Beim Für Von Vom Mit Zum Zur Und Oder Nach Seit Im Am Auf Aus Wenn Unsere Unser Ihre ' +
  'Heute Gestern Auch Als Laut Le La Les Un Une Des Du Chez Pour Avec Selon Et El Los Las Una Con Para Según Desde Il Lo Gli Nel Nella ' +
  'Alla Per Da Secondo O Os As Um Uma Na No De Het Een Bij Voor Van Volgens Hos Från Enligt W Z Do Od Firma Empresa Société Company All Any Another Other Some Please';
