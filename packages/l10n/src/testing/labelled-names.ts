import type { KnownEntity } from '../entity/known-entity.js';
import { readSentences, type LabelledText } from './labelled-text.js';

/**
 * Persons, organizations and places in sentences of several languages, labelled by hand; titles are not part of a name.
 */
export const labelledNames: readonly LabelledText[] = readSentences({
  en: `
Please send the contract to Mr. [person:Harold Finchley] before noon.
Dr. [person:Amara Okafor] will see you now.
The report was signed by Prof. [person:Lena Marsh] and Dr. [person:Tom Avery].
[organization:Brightwater Holdings Ltd] has moved to a new office.
We bought the licence from [organization:Copperfield Software Inc.] last year.
Our partner [organization:Northwind & Sons LLC] ships on Mondays.
Shipping to [location:Portugal] takes five days.
The meeting takes place at [location:14 Alder Street], second floor.
[person:Priya Raman] wrote the first draft.
Ask [person:Priya Raman] or [person:Oliver Strand] for access.
[person:Strand] has approved the change.
Sir [person:Edmund Vale] opened the exhibition.
Mrs. [person:O’Donnell] and her son left early.
Ms [person:Anne-Marie Dubois] is on leave.
[person:Jonathan Reed], PhD, joined the board.
[person:Carla Jimenez], MD, leads the ward.
The speech of President [person:Ellison] lasted an hour.
Captain [person:Rhys Morgan] welcomes you on board.
The [organization:University of Eastvale] offers a free course.
She studied at [organization:Harrow Lake College] for two years.
The [organization:Bank of Marlow] closes at four.
[organization:Riverside Hospital] is looking for nurses.
The [organization:Ministry of Transport] has not answered.
[organization:Silverline Airlines] cancelled the flight.
A storm is moving towards [location:Lake Merrow].
They climbed [location:Mount Tarn] in two days.
The ferry to [location:Skelling Island] runs daily.
[location:Cedar Valley] is known for its orchards.
Our warehouse is in [location:Rotterdam].
Trains from [location:Rotterdam] to [location:Lyon] are late.
Customers in [location:Germany] and [location:Austria] pay no fee.
[location:Japan] and [location:South Korea] signed the agreement.
Is the product sold in [location:Brazil]?
The package left [location:Kelmora] this morning.
[organization:Veltrix] announced a new model.
[organization:Veltrix] and [organization:Ormond Labs] work together.
Contact [organization:Ormond Labs] for support.
Call [organization:Hillcrest Insurance] if you have questions.
Thanks to [person:Yusuf Demir] for the translation into Turkish.
Copyright [organization:Larkspur Press]. All rights reserved.
This file was created by [person:Beatrix Holm].
King [person:Aldric] ruled for ten years.
The lawyer, Mr [person:J. P. Whitcombe], declined to comment.
Dr. [person:van der Berg] is the new head.
Judge [person:Maria del Carmen Ortiz] will decide.
[organization:Fenwick Motors Corp.] recalled the car.
The shares of [organization:Delmar Group plc] fell.
[organization:Quill and Page Ltd.] prints on demand.
The parcel goes to [location:221 Orchard Road].
Turn left into [location:Fifth Avenue] and stop.
The coast of [location:Norway] is long.
Visit us at [location:Bramley Airport].
The [location:Gulf of Tessaly] is shallow.
[person:Noor Haddad] lives in [location:Jordan].
Miss [person:Piper] lost her keys in [location:Marston].
Save the file before you close the window.
The server could not be reached. Try again later.
Enter your User Name and Password.
Click OK to continue, or Cancel to go back.
The Settings page has moved.
Open the File menu and choose Print Preview.
Your order has been shipped.
Press Ctrl+Alt+Del to restart.
New York style pizza is served all day.
Turkey sandwiches are sold out.
The Company reserves the right to change these terms.
Limited Edition: only while stocks last.
See Chapter Two for details about Data Types.
Monday is a holiday. The Office is closed.
Select a Language, then select a Region.
Happy Birthday! Your gift is waiting.
All Systems are running.
Private School holidays begin on Friday.
Please contact the Bank if your card is lost.
Unknown error in module Core.
Add to Cart, Check Out, Track Order
The General settings are under Advanced.
Captain Obvious strikes again.
Smart TV and Blu-ray players are on sale.
Port 8080 is in use.
Lake levels are low this year.
`,
  de: `
Bitte wenden Sie sich an Herrn [person:Uwe Lindqvist].
Frau [person:Sabine Krüger] ist heute nicht im Haus.
Frau Dr. [person:Hanna Weidlich] übernimmt die Leitung.
Prof. Dr. [person:Karl-Heinz Brandt] hält den Vortrag.
Die [organization:Müller & Söhne GmbH] liefert ab Montag.
Der Vertrag mit der [organization:Nordlicht Energie AG] läuft aus.
Die [organization:Kranich Logistik GmbH & Co. KG] sucht Fahrer.
Rechnungen gehen an [organization:Papierwerk Aumann e.K.], Abteilung Einkauf.
Die [organization:Universität Falkenau] hat neue Studiengänge.
Das [organization:Institut für Meereskunde] veröffentlicht den Bericht.
Die [organization:Sparkasse Hohenfels] schließt zwei Filialen.
Wir treffen uns in der [location:Lindenstraße 12].
Das Büro liegt am [location:Marienplatz 3].
Die Lieferung nach [location:Österreich] dauert drei Tage.
In [location:Deutschland] und der [location:Schweiz] gilt eine andere Regel.
[location:Frankreich] hat zugestimmt.
Der Zug nach [location:Rotterdam] fällt aus.
[person:Priya Raman] und [person:Oliver Strand] haben das geprüft.
Die Firma [organization:Veltrix] stellt ein neues Modell vor.
Bürgermeisterin [person:Ines Falk] eröffnet das Fest.
Bundeskanzler [person:Moritz Adler] reist morgen ab.
Das Buch von [person:Clara Winterfeld] ist vergriffen.
Herr [person:von Stetten] wartet im Foyer.
Laut [organization:Bergmann SE] steigen die Preise.
Geschäftsführer ist [person:Thomas Reuter].
Das [organization:Klinikum Sankt Anna] nimmt wieder Patienten auf.
Der [location:Bodensee] ist zugefroren.
Das [location:Erzgebirge] ist verschneit.
[person:Yusuf Demir] hat die Übersetzung erstellt.
Herr [person:Özgür Yıldız] ruft zurück.
Liebe Frau [person:Meier-Schulz], danke für Ihre Nachricht.
Die [organization:Stiftung Warenkunde] vergibt einen Preis.
Die [organization:Hansen Bau GmbH] und die [organization:Petersen KG] bieten mit.
Er wohnt in [location:Kleinwalde].
Die Datei wurde nicht gefunden.
Bitte geben Sie Ihren Namen und Ihr Passwort ein.
Der Server antwortet nicht. Versuchen Sie es später noch einmal.
Klicken Sie auf Weiter, um die Installation abzuschließen.
Die Übersicht zeigt alle offenen Aufträge.
Neue Nachricht von einem Kunden.
Ein Fehler ist aufgetreten.
Das Konto ist gesperrt.
Die Frau auf dem Bild ist unbekannt.
Sehr geehrte Damen und Herren,
Der Verein hat keine Mitglieder.
Alle Rechte vorbehalten.
Die Schweizer Uhr geht genau.
Der Umweg dauert länger.
Die Bank öffnet um neun Uhr.
Wählen Sie Datei und dann Drucken.
`,
  fr: `
M. [person:Jean-Pierre Vasseur] est absent aujourd’hui.
Mme [person:Claire Fontaine] vous rappellera.
Madame [person:Dupré] a signé le contrat.
Le docteur [person:Nadia Belkacem] vous attend.
[organization:Boulangerie Martin SARL] recrute un vendeur.
La société [organization:Lumière Verte SAS] change d’adresse.
L’[organization:Université de Montclair] ouvre ses portes.
Le siège se trouve au [location:12 rue de la Paix].
Rendez-vous [location:avenue Victor Hugo].
La livraison en [location:Allemagne] est gratuite.
Le [location:Canada] et les [location:États-Unis] ont signé.
[person:Priya Raman] travaille à [location:Lyon].
[organization:Veltrix] a ouvert un bureau à [location:Rotterdam].
La [organization:Banque de Savoie] ferme à midi.
Le président [person:Armand Leclerc] a répondu.
Merci à [person:Yusuf Demir] pour la traduction.
Le [location:Mont Blanc] est visible d’ici.
Monsieur [person:de La Tour] habite ici.
[person:Louise Garnier] a écrit ce texte.
Le fichier est introuvable.
Veuillez saisir votre mot de passe.
Le serveur ne répond pas.
Tous droits réservés.
Madame, Monsieur, nous vous remercions.
La rue est fermée.
Cliquez sur Suivant pour continuer.
`,
  es: `
El Sr. [person:Andrés Molina] no está disponible.
La Sra. [person:Lucía Herrero] firmará mañana.
Doña [person:Carmen Ruiz] vive aquí.
La empresa [organization:Construcciones Vega S.L.] busca personal.
[organization:Editorial Sol y Luna S.A.] publica el libro.
La [organization:Universidad de Valmayor] abre en septiembre.
La oficina está en la [location:Calle Mayor 15].
Nos vemos en la [location:Plaza de España].
El envío a [location:Alemania] cuesta más.
[location:España] y [location:Portugal] comparten frontera.
[person:Oliver Strand] aprobó el cambio.
[organization:Ormond Labs] responde a sus preguntas.
El presidente [person:Julio Cortés] viajó ayer.
El [organization:Banco de Levante] cierra hoy.
La profesora [person:Marta Gil] corrige los exámenes.
No se encontró el archivo.
Introduzca su contraseña.
El servidor no responde.
Todos los derechos reservados.
La calle está cerrada.
`,
  it: `
Il Sig. [person:Paolo Bertolini] è in ferie.
La Dott.ssa [person:Elena Conti] riceve il lunedì.
[organization:Vetreria Rossi S.r.l.] assume operai.
La [organization:Banca di Collealto] chiude alle tre.
L’ufficio è in [location:Via Garibaldi 22].
La spedizione in [location:Germania] è gratuita.
[location:Italia] e [location:Francia] hanno firmato.
[person:Priya Raman] vive a [location:Lyon].
L’avvocato [person:Gianni Moretti] ha risposto.
Il file non esiste.
Inserire la password.
Tutti i diritti riservati.
`,
  nl: `
De heer [person:Jansen] is afwezig.
Mevrouw [person:de Vries] belt u terug.
Dhr. [person:Pieter van Dijk] tekent het contract.
[organization:Bakker Transport B.V.] zoekt chauffeurs.
De [organization:Universiteit Leidse Rijn] opent in mei.
Ons kantoor is aan de [location:Kerkstraat 8].
Levering naar [location:Duitsland] duurt twee dagen.
Het pakket is in [location:Rotterdam].
Het bestand is niet gevonden.
Voer uw wachtwoord in.
`,
  pl: `
Pan [person:Marek Nowicki] jest nieobecny.
Pani [person:Zofia Wrona] podpisze umowę.
[organization:Zielony Las Sp. z o.o.] szuka pracowników.
Wysyłka do Niemiec jest bezpłatna.
[location:Polska] i [location:Niemcy] podpisały umowę.
[person:Oliver Strand] zatwierdził zmianę.
Nie znaleziono pliku.
`,
  sv: `
Fru [person:Astrid Ek] är på semester.
[organization:Granbergs Snickeri AB] söker personal.
Kontoret ligger på [location:Storgatan 7].
Leverans till [location:Tyskland] tar två dagar.
[organization:Veltrix] har ett nytt kontor.
Filen hittades inte.
`,
  pt: `
O Sr. [person:João Tavares] não está.
A Dra. [person:Inês Prado] atende hoje.
[organization:Padaria Central Ltda.] contrata padeiros.
O envio para a [location:Alemanha] é grátis.
O arquivo não foi encontrado.
`,
  ja: `
[person:田中]さんに連絡してください。
[person:佐藤]様、お待たせしました。
[organization:株式会社ミナト]は移転しました。
[location:ドイツ]への発送は五日かかります。
お客様の注文を確認しました。
`,
  ru: `
Доктор [person:Анна Белова] примет вас завтра.
[organization:ООО «Северный ветер»] ищет водителей.
[location:Германия] и [location:Франция] подписали договор.
Файл не найден.
`,
});

/** Names that a project would know: some of those in the sentences, not all. */
export const projectNames: readonly KnownEntity[] = Object.freeze([
  { text: 'Priya Raman', type: 'person' },
  { text: 'Oliver Strand', type: 'person' },
  { text: 'Yusuf Demir', type: 'person' },
  { text: 'Veltrix', type: 'organization' },
  { text: 'Ormond Labs', type: 'organization' },
  { text: 'Rotterdam', type: 'location' },
  { text: 'Lyon', type: 'location' },
  { text: 'Bodensee', type: 'location' },
]);

/** The kinds of names. */
export const nameKinds = ['person', 'organization', 'location'] as const;
