"""Small image files of every format, 6 x 5 pixels of noise each, written by Pillow."""
from __future__ import annotations

from base64 import b85decode

FILES = {
    "rgb": b85decode(
        "iBL{Q4GJ0x0000DNk~Le00005000062m$~A0EC&t8~^|SYe_^wRCt^LU;v;00NA2}L{1751T4>`=zyB{1mgb)N}xQ9y}FbyrKIUC"
        "0M{%Q+y#mhOnPf(2LT@f1k_rOmKGgN**s!}=0o^J1S=^HA~0Yu8@0G)@8%p50pb$wrAfUC<)<cBE}tsnoWLi=l|LMX00000NkvXX"
        "u0mjf"
    ),
    "L": b85decode(
        "iBL{Q4GJ0x0000DNk~Le00005000062mk;804|UVmjD0&ElET{RCt_YxZxsvzJXy^--Q$oCRslh_MeQarzzw-WYJbK*zt^sN9CW<"
        "YXJCF4bK+iB{cv5002ovPDHLkV1f"
    ),
    "la": b85decode(
        "iBL{Q4GJ0x0000DNk~Le00005000062m}BC0HN}nzyJUMO-V#SRCt^LLIA!00NA2LP7?&rrGT0Mx}lEl(5qzH2*Uu^EZhYYOlxKV"
        "9|Y7|mKIIfVueHa1S=^bFfbdqW#$|N3}Ylo{^c@P(JHCJ8pB?L-xL4<002ovPDHLkV1f"
    ),
    "rgba": b85decode(
        "iBL{Q4GJ0x0000DNk~Le00005000062nGNE01Nw6O8@`>iAh93RCt^LegJ|00NA2}*hEeWL=yxo6VIjS&w!fufCA$G2;xehJW9Q%"
        ")V-B8rIm;&!-xRaEEd<?1&Z7hOnMY+W(R8l9|8dc)LM_!mKGhBP1!t6Vuj{nL-<8Q1S=^HD<UvpA}|}ZFt}y!xaJ%Z<^kdo?&76M"
        "y`>7}rwS%lE+(HU<Da@$Ha+gHqAdUb002ovPDHLkV1f"
    ),
    "pal": b85decode(
        "iBL{Q4GJ0x0000DNk~Le00005000061Oos70QuEPcmMzZ7*I@9MZU~~#-N>7+iYE^w1aJVK3ajwA$STB7bos*LjV8(AW1|)RCt_Y"
        "6pz}^AjD+A67o)lLD+zS=|77BQxNY506w?{p{xOm8~^|S07*qoM6N<$f&"
    ),
    "jpg": b85decode(
        "|JeWF01!$>Nk#wx0RR9200961|JwjV00IF40RaI50RaI50s;a81OoyB0s;jD1Oo&H1qKEN1qKEN2MGuU2MGrT1_%oX2?`1d3JL}Y"
        "3k(Yi3<(Mf3jf;xLjeK;0s;a81p@;G3I_%U3JMAe3JMAe3JMAe3JMAe3JMAe3JMAe3JMAe3JMAe3JMAe3JMAe3JMAe3JMAe3JU+g"
        "01*fP1^@*E0U`hb5di}c0sq7R9{>OW1pxs80RaI300000000010s{mE1_uZU3Jd?l0JRVR0s#X90t5pE1q1{D00Dgg0s{a95d{(<"
        "F+m0sQDFxnaTGFvk)a49Lb1UWQqk}vGh%Xr2?`b$7#SKRCMPH<Dl|1VH#j*uLqtVJM@UIZQ&d$}S6EqEV`OD!XJ~0^b98lfcX)Yv"
        "gM@{Khlq)al9QB`mY0~BnxdnmrKYE-sj9NGw6(UkxVgH*!^FkL$H>Xb($mz{*4NnC+Tr5k<mKk)=;`Y5^7Hid_V@Vt`v1fL9{~UZ"
        "0RaI40RaI40RR91000010s{mE1_uZU3Jd?l0JRYS0s#U91Oo&I1q1{D0Rndb0RjUN1O*{61`<J02Vrp&A~Jyp6he`qvB3!=Gg9ys"
        "Vsg<679=#`CGi&+85$-hC@Cs6Ha9pqIzvQ7Mn_0VN>fx-R##YAT4Q8oW@l(=YIAgTc6WGrdV+(5g@%WSiHeewl$Dm3n3<ZQqok##"
        "r>Lo_va__cwzs&sy28W6#m2|T$;#5x)YaD4*xB0R<K*S$=jiF`^7Hid_V@Vt`v2Mh3<CiG0ucid06zfL@Rp0D`0G#9^<M{kN%7{D"
        "6#gQ(y3{T-5#ik#uWseHw%si8e`8(w()no?XEFz3O0dE!F+~;ELbfXjPuSt>RHq2HXu_o76|34Yl8X5w^4>eaU|$wuo1+HXi`Ef)"
        "!Y``Zve_*al1TsA"
    ),
    "jL": b85decode(
        "|JeWF01!$>Nk#wx0RR9200961|JwjV00;&K2L=TQ2L}fU2?z=d6b%du3k(?&6Au&}8Xq1V8XO!TBrYc)A}k{u94I#_EHE)NG&CP4"
        "IXyTsJT5adGXKB;3kU!P00jX75di<h03QGV0R;g80RaI400000000000RjUA1qKHQ2?`7U!~nGr00IF60|EpC1qB2I0004f0RjU6"
        "1Q7)iAu&M)6H#FYB5@QlfsvsIBSNvk6;jdgBr{@if(Z&17Z@2DB_<~*DJnEIHa9pqIzvQ7Mn_0VN>fx-R##YAT4Q8oW@l(=YIAgT"
        "c6WGrdV_?8hKGoWijtF*m6n&7nVO=bq@|{(sHv*5v$VCgx45~w!o$SH#>dFX%F@%+)z;V8+1laa<K*S$=jiF`@$&QZ_4fDp`TGCb"
        "00;pA002J#t>WE2F?%CVb$xHT?s6ASm_Ve0pq2$mW;g_~B=e4d3jf&"
    ),
    "bmp": b85decode(
        "LQR$c00000001@s001Ze000F5000I6000317ytkO003YB006`e006`e0000000000008b1;;UPSQb3V_m$zfVRsgfF)*|0y*SC{T"
        "Uxl}OYXGH&tHPW?{&its`pu>Ct^gJ+*NO$)dQ21tW@`c;0RW1jx<>Af0ISfA+GM)J2mpej*a}WWECdtirO)@8fB*"
    ),
    "bmpL": b85decode(
        "LQQ4_00000001@w001Ze000F5000I6000312mk;8001xm006`e006`e000010000100000000320RRF50ssR80{{dB1ONpE1po#H"
        "1^@>K2LK2N2mlEQ2>=QT3IGcW3jhoZ3;+!c4FC=f4ge1i4*(Dl5C9Po5dabr5&#nu695zx6aW<!6#y0%762C)7XTO-7yua=82}m@"
        "8UPy`8vq;}8~`019RMC49snO79{?aAAOImDApjyGA^;;JBLE~MBmgBPB>*NSCIBZVCjclYC;%xbDF7-eDgY}hD*!AkEC4MnEdVYq"
        "E&wktF90wwFaR+zF#s|$G5|9(GXOL+GypX<H2^j?HUKv_Hvl*|H~=|0IRH93IsiL6I{-X9JODjCJpevFJ^(*IKL9{LKmb8OK>$KR"
        "LI6WULjXiXL;yuaMF2)dMgT`gM*v7jNB~JmNdQVpN&rhsO8`tvOaM(yO#n_#P5@6&PXJI*PykU;Q2<g>QUFs^Qvg&{Q~*^~RRC62"
        "RsdI5R{&U8SO8gBSpZsES^!&HTL4^KTmW5NT>xHQUI1TTUjSfWU;trZVE|%cVgO@fV*q4iWB_GlWdLSoW&merX8>quXaH$xX#i?!"
        "Y5;3%YXEF)YyfR-Z2)d=ZUAp@Zvb#`Z~$>}aR731asYF4a{zR7bO3dAbpUpDb^v#GcK~>JcmR2Mc>sEPdH{QSdjNcVd;ooYeE@!b"
        "egJ=ee*l1hfB=DkfdGPnf&hbqg8+ntgaCzwg#d<zh5(0$hX9C(hyaO+i2#a<iU5m?ivWy_i~x;|jR200jsTC3j{uO6kN}a9kpPmC"
        "k^qyFlK_;IlmL~Ll>nBOmH?NRmjIZUm;jlXnE;xangE-dn*f}goB*AjodBMmo&cYpp8%kspa7wvp#Y+yq5z|#qX49&qyVL*r2wX;"
        "rU0j>rvRv^r~s*{sQ{{~ssO92s{pL5tN^X8tpKjBt^lvEuK=*HumG{Ku>i8NvH-KQvjDWTv;eiWwE(uZwg9)cw*a`fxB$7ixd6Jl"
        "x&XVoy8yhrya2tuy#T(xz5u_!zW~6%zyQI)!2rU-!T`g=!vMs@!~n&`#Q?^}#sJ61#{kI4$N<U7$pFgA$^gsD%K*&G%mB^J%>d5M"
        "&H&HP&j8TS&;ZfV(E!rY(g4%b(*V@e)Bx4h)d1Gk)&SSn*8teq*Z|qt*#O$w+5p?z+W_3$+yLF(-2mR+-T>d<-vHp?-~i#_;Q->|"
        ";sE30;{fF3<N)R6<pAd9<^bpC=K$#F=m6>I=>Y2L>HzEO>j3QR>;UcU?EvoX?f~!a?*Q=d@Bs1g@c{Dj@&NPm^8obp^Z@ns^#Jzv"
        "_5k<y_W=0#_yGC&`2hO*`T+a;`vCm>`~dy^{Q&;{{s8~~{{Z5Lk+)U=007owlZ9&l0065&Va=`p007tA6l(zh006p<&}0Yz007uT"
        "6VHGE000"
    ),
    "gif": b85decode(
        "M@dFFH(><;1^|Qr001)p%rgKpW&mbp0L+;HX3PLH05h5YGnq4H0A^;HW@cv0X3YO)%mA5YW|^60nVFfH%$b>H%$b@0nP!>H%$dvp"
        "%*>h0%*+7)W@i6png0L)00000000000000004x9i000F51^@sEBmg4_Fi=55gaZU5SP0M{!2kddC}dzTp+bQR3LIc~fB?dRfB+%+"
        "1OWg58~`i;0000500sbrGiCspW&oL)0A@2YGiEcHW-|cHGcy2YnKNepGiEbpW@ct)nVDuY|7J4)nVB=0GiI5YnVJ8YnP$wHW&q5Y"
        "GtA8Y%rj>HnVJ90ng27)|NqSY0000000000000002qXX%WUv4rfC35^5G2shKmvvh3knEuaDYIC0TCD&U@!r~gMa`#"
    ),
    "webp": b85decode(
        "Qb|TeNB{r;S4BclR!}%hI{*LxF9iSr0J#c8^gnhH1?hi4Asa~$&%GY!k5hp|5DO;r7YeRNQQJlgo||9~?93<fsvto^2HC~Hiv|Dy"
    ),
    "webpA": b85decode(
        "Qb|TeTmS$7S4BclR!}%hPyhe`F9iSr5V;CO^gnhH1?hh%6ho3E@yzKl{y6pBScnR-U^0K9;Cd9bZ3E$HyAABX-XBG6+dz2QZsQMTIPOngnE?@i"
        "5O4?hAO8=&{G(n0"
    ),
    "webps": b85decode(
        "Qb|TeECB!jS4BclR!}%t3IG5A5&!@I1poj9002QwNlgX-0000000000K~7CZdH?_b00000000F500aO400002R!}%hVE_OCF9iSr0PmovZ6xPq"
        "2wNE)e@KOcg0_v^&@DswskUt!X0n}R?`P-Y`6rvS*^{()ocOU4006+t5&j3e(&hFa005vck|Z;B_qL6Q{s(Xq+x|?4x*k=&%uA%p<Djsq0{}rz"
        "O-6nI00000000001poj9000000034{I80>#001uq009ucpr&mkX1e>bcSg^j(t}XkHj<iJra#@OZQF*KY$w_K*|~WB)uwI0tai#D2R}MN!7D)F"
        "acKAl+X)I@0SfyM6ubfywr!+_o|!Qb{f{ectn(?C+5&*DeePSBP{siO"
    ),
}
